import type { Connection } from "@solana/web3.js";

/** When the chain itself says that a transaction is confirmed (`performance.now()`). */
export function confirmation(connection: Connection, signature: string): Promise<number> {
  return new Promise((told) => {
    connection.onSignature(signature, () => told(performance.now()), "confirmed");
  });
}
