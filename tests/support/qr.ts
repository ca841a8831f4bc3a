import { type Keypair, VersionedTransaction } from "@solana/web3.js";
import jsQR from "jsqr";
import { PNG } from "pngjs";
import { signTransaction } from "./wallet-signing";

/** The text of the QR code on a PNG, such as a screenshot. Throws where none is seen. */
export function readQr(png: Buffer): string {
  const { data, width, height } = PNG.sync.read(png);
  const found = jsQR(new Uint8ClampedArray(data), width, height);
  if (!found) throw new Error("No QR code on this picture");
  return found.data;
}

/**
 * Plays a wallet that follows a Solana Pay transaction request: asks who sells, asks for the
 * transaction, signs it and sends it. Returns what the server answered.
 */
export async function payByLink(link: string, payer: Keypair, rpcUrl: string) {
  const url = decodeURIComponent(link.replace(/^solana:/, ""));
  const shown = (await (await fetch(url)).json()) as { label: string; icon: string };
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ account: payer.publicKey.toBase58() }),
  });
  const answer = (await response.json()) as { transaction?: string; message?: string };
  if (!answer.transaction) return { shown, status: response.status, message: answer.message };
  VersionedTransaction.deserialize(Buffer.from(answer.transaction, "base64"));
  const { signature } = await signTransaction(payer, answer.transaction, {
    rpcUrl,
    mode: "approve",
    send: true,
  });
  return { shown, status: response.status, message: answer.message, signature };
}
