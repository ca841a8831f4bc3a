import type { Logs } from "@solana/web3.js";
import { expect, test, vi } from "vitest";
import WebSocket from "ws";
import {
  connect,
  freshChain,
  freshWorld,
  funded,
  SOL,
  send,
  signed,
  someKey,
  transfer,
} from "./support";

test("confirmTransaction resolves by a WebSocket notification", async () => {
  const chain = await freshChain({ manualSlots: false, slotMs: 20 });
  const connection = connect(chain);
  const buyer = funded(chain);
  const transaction = await signed(connection, [buyer], transfer(buyer, someKey(), SOL));
  const { recentBlockhash: blockhash = "", lastValidBlockHeight = 0 } = transaction;
  const signature = await connection.sendRawTransaction(transaction.serialize());
  const told = await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight });
  expect(told.value.err).toBeNull();
  const final = await connection.confirmTransaction(
    { signature, blockhash, lastValidBlockHeight },
    "finalized",
  );
  expect(final.value.err).toBeNull();
});

test("a signature is notified once, at its commitment, with its error", async () => {
  const { chain, connection, buyer } = await freshWorld(SOL);
  const signature = await send(connection, [buyer], [transfer(buyer, someKey(), 2 * SOL)], {
    skipPreflight: true,
  });
  const told = vi.fn();
  const open = new Promise<void>((resolve) => {
    connection.onSignature(signature, () => resolve(), "processed");
  });
  connection.onSignature(signature, told, "confirmed");
  await open;
  expect(told).not.toHaveBeenCalled();
  chain.advanceSlots(1);
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  expect(told.mock.calls[0]?.[0]).toEqual({ err: { InstructionError: [0, { Custom: 1 }] } });
});

test("accounts, logs and slots are notified as they change", async () => {
  const { chain, connection, buyer, seller } = await freshWorld();
  const balances: number[] = [];
  const logs: Logs[] = [];
  const slots: number[] = [];
  connection.onAccountChange(seller, (account) => balances.push(account.lamports), {
    commitment: "confirmed",
  });
  connection.onLogs(seller, (entry) => logs.push(entry), "confirmed");
  connection.onSlotChange(({ slot }) => slots.push(slot));
  await vi.waitFor(() => {
    chain.advanceSlots(1);
    expect(slots.length).toBeGreaterThan(0);
  });
  const signature = await send(connection, [buyer], [transfer(buyer, seller, SOL)]);
  chain.advanceSlots(1);
  await vi.waitFor(() => expect(balances).toEqual([SOL]));
  await vi.waitFor(() => expect(logs).toMatchObject([{ signature, err: null }]));
  expect(slots.at(-1)).toBe(chain.slot);
});

test("the WebSocket answers on both ports, malformed messages included", async () => {
  const chain = await freshChain();
  for (const port of [chain.port, chain.port + 1]) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    const answers: { id?: unknown; error?: { code: number }; result?: unknown }[] = [];
    socket.on("message", (data) => answers.push(JSON.parse(String(data))));
    await new Promise((resolve) => socket.once("open", resolve));
    const ask = (id: number, method: string, params: unknown) =>
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    socket.send("{");
    socket.send("[]");
    ask(1, "nothingSubscribe", []);
    ask(2, "signatureSubscribe", ["short"]);
    ask(3, "accountSubscribe", null);
    ask(4, "slotUnsubscribe", [99_999]);
    ask(5, "slotSubscribe", []);
    await vi.waitFor(() => expect(answers).toHaveLength(7));
    const codes = answers.map((answer) => answer.error?.code ?? "fine");
    expect(codes).toEqual([-32700, -32600, -32601, -32602, -32602, -32602, "fine"]);
    socket.close();
  }
});
