import { type Keypair, VersionedTransaction } from "@solana/web3.js";
import jsQR from "jsqr";
import { PNG } from "pngjs";
import { signTransaction } from "./wallet-signing";

/** Text of the QR code in a PNG. Throws where there is none. */
export function readQr(png: Buffer): string {
  const { data, width, height } = PNG.sync.read(png);
  const found = jsQR(new Uint8ClampedArray(data), width, height);
  if (!found) throw new Error("no QR code in the image");
  return found.data;
}

/**
 * Acts as a wallet that opens a Solana Pay transaction request: GETs label and icon, POSTs for the
 * transaction, signs and sends it. Returns the server's answers.
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
