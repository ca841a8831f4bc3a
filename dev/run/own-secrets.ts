import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import bs58 from "bs58";

/**
 * A wallet kept in `dataDir`, made at the first call. The file is in the format of Solana's own
 * tools: 64 numbers, the seed and then the public key.
 *
 * @returns its address
 */
export function ownPlatformWallet(dataDir: string): string {
  const path = join(dataDir, "platform-wallet.json");
  if (!existsSync(path)) writeFileSync(path, JSON.stringify([...newKeypair()]), { mode: 0o600 });
  const bytes = Uint8Array.from(JSON.parse(readFileSync(path, "utf8")) as number[]);
  return bs58.encode(bytes.subarray(32));
}

/** A secret kept in `dataDir`, made at the first call. */
export function ownSessionSecret(dataDir: string): string {
  const path = join(dataDir, "session-secret");
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString("hex"), { mode: 0o600 });
  return readFileSync(path, "utf8").trim();
}

function newKeypair(): Uint8Array {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const seed = Buffer.from(privateKey.export({ format: "jwk" }).d ?? "", "base64url");
  const key = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  return Buffer.concat([seed, key]);
}
