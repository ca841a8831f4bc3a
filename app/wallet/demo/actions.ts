import type {
  SolanaSignAndSendTransactionInput,
  SolanaSignInInput,
  SolanaSignInOutput,
  SolanaSignMessageInput,
  SolanaSignTransactionInput,
} from "@solana/wallet-standard-features";
import type { WalletAccount } from "@wallet-standard/base";
import { formatSol, localizeSol } from "../../lib/lamports";
import { shortAddress } from "../../solana/short-address";
import { type SignInMessage, signInText } from "../../solana/sign-in-message";
import { pageTranslator } from "../../ui/translation";
import type { DemoKey } from "./key";
import { sendToChain } from "./network";
import { readTransfers } from "./read-transfers";
import { confirmInDialog, type DialogContent, demoText } from "./sheet";

const SIGNATURE_BYTES = 64;

/** Thrown where the user rejects a request, with the code of EIP-1193. */
class UserRejectedError extends Error {
  readonly code = 4001;
}

export async function signIn(
  key: DemoKey,
  account: WalletAccount,
  inputs: readonly SolanaSignInInput[],
): Promise<SolanaSignInOutput[]> {
  const outputs: SolanaSignInOutput[] = [];
  for (const input of inputs) {
    // Signing for another domain would enable phishing.
    if (input.domain !== location.host) throw new Error("wrong domain");
    const text = signInText(input as SignInMessage, key.address);
    await requireApproval(key, { title: demoText("signIn", { domain: location.host }), text });
    const signedMessage = new TextEncoder().encode(text);
    outputs.push({ account, signedMessage, signature: key.sign(signedMessage) });
  }
  return outputs;
}

export async function signMessages(key: DemoKey, inputs: readonly SolanaSignMessageInput[]) {
  const outputs: { signedMessage: Uint8Array; signature: Uint8Array }[] = [];
  for (const { message } of inputs) {
    await requireApproval(key, {
      title: demoText("signMessage"),
      text: new TextDecoder().decode(message),
    });
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
    // The first signature, the fee payer's, identifies a transaction.
    outputs.push({ signature: signed.slice(1, 1 + SIGNATURE_BYTES) });
  }
  return outputs;
}

async function signOne(key: DemoKey, transaction: Uint8Array): Promise<{ signed: Uint8Array }> {
  const summary = readTransfers(transaction);
  const slot = summary?.signers.indexOf(key.address) ?? -1;
  if (!summary || slot < 0) throw new Error("not a transaction of this wallet");
  const own = summary.transfers.filter((one) => one.from === key.address);
  const total = own.reduce((sum, one) => sum + one.lamports, 0n);
  await requireApproval(key, {
    title: demoText("pay", { amount: formatSol(total) }),
    lines: own.map(({ to, lamports }) => ({
      label: shortAddress(to),
      value: `${localizeSol(formatSol(lamports), pageTranslator().language)} SOL`,
    })),
    ...(summary.hasOtherInstructions && { warning: demoText("more") }),
  });
  const signed = Uint8Array.from(transaction);
  // The count of signatures is one byte: fewer than 128 fit into a transaction.
  signed.set(key.sign(summary.message), 1 + slot * SIGNATURE_BYTES);
  return { signed };
}

async function requireApproval(key: DemoKey, content: DialogContent): Promise<void> {
  const approved = await confirmInDialog(key.address, content);
  if (!approved) throw new UserRejectedError("User rejected the request");
}
