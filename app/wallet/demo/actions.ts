import type {
  SolanaSignAndSendTransactionInput,
  SolanaSignInInput,
  SolanaSignInOutput,
  SolanaSignMessageInput,
  SolanaSignTransactionInput,
} from "@solana/wallet-standard-features";
import type { WalletAccount } from "@wallet-standard/base";
import { formatSol } from "../../lib/lamports";
import { shortAddress } from "../../solana/address";
import { type SignInMessage, signInText } from "../../solana/sign-in-message";
import type { DemoKey } from "./key";
import { sendToChain } from "./network";
import { readTransfers } from "./read-transfers";
import { askPerson, type SheetContent, say } from "./sheet";

const SIGNATURE_BYTES = 64;

/** The error of a person who says no, as wallets give it. */
class Rejected extends Error {
  readonly code = 4001;
}

export async function signIn(
  key: DemoKey,
  account: WalletAccount,
  inputs: readonly SolanaSignInInput[],
): Promise<SolanaSignInOutput[]> {
  const outputs: SolanaSignInOutput[] = [];
  for (const input of inputs) {
    // A message for another site is not ours to sign.
    if (input.domain !== location.host) throw new Error("wrong domain");
    const text = signInText(input as SignInMessage, key.address);
    await ask(key, { title: say("signIn", { domain: location.host }), text });
    const signedMessage = new TextEncoder().encode(text);
    outputs.push({ account, signedMessage, signature: key.sign(signedMessage) });
  }
  return outputs;
}

export async function signMessages(key: DemoKey, inputs: readonly SolanaSignMessageInput[]) {
  const outputs: { signedMessage: Uint8Array; signature: Uint8Array }[] = [];
  for (const { message } of inputs) {
    await ask(key, { title: say("signMessage"), text: new TextDecoder().decode(message) });
    outputs.push({ signedMessage: message, signature: key.sign(message) });
  }
  return outputs;
}

export async function signTransactions(
  key: DemoKey,
  inputs: readonly SolanaSignTransactionInput[],
) {
  const outputs: { signedTransaction: Uint8Array }[] = [];
  for (const { transaction } of inputs) {
    const { signed } = await signOne(key, transaction);
    outputs.push({ signedTransaction: signed });
  }
  return outputs;
}

export async function signAndSendTransactions(
  key: DemoKey,
  inputs: readonly SolanaSignAndSendTransactionInput[],
) {
  const outputs: { signature: Uint8Array }[] = [];
  for (const { transaction } of inputs) {
    const { signed } = await signOne(key, transaction);
    await sendToChain(signed);
    // A transaction is named by its first signature: the fee payer's.
    outputs.push({ signature: signed.slice(1, 1 + SIGNATURE_BYTES) });
  }
  return outputs;
}

async function signOne(key: DemoKey, transaction: Uint8Array): Promise<{ signed: Uint8Array }> {
  const shown = readTransfers(transaction);
  const slot = shown?.signers.indexOf(key.address) ?? -1;
  if (!shown || slot < 0) throw new Error("not a transaction of this wallet");
  const own = shown.transfers.filter((one) => one.from === key.address);
  const total = own.reduce((sum, one) => sum + one.lamports, 0n);
  await ask(key, {
    title: say("pay", { amount: formatSol(total) }),
    lines: own.map(({ to, lamports }) => ({
      label: shortAddress(to),
      value: `${formatSol(lamports)} SOL`,
    })),
    ...(shown.more && { warning: say("more") }),
  });
  const signed = Uint8Array.from(transaction);
  // Fewer than 128 signatures fit into a transaction: their count is one byte.
  signed.set(key.sign(shown.message), 1 + slot * SIGNATURE_BYTES);
  return { signed };
}

async function ask(key: DemoKey, content: SheetContent): Promise<void> {
  if (!(await askPerson(key.address, content))) throw new Rejected("The person said no");
}
