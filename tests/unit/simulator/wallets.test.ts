import { Keypair } from "@solana/web3.js";
import nacl from "tweetnacl";
import { expect, test } from "vitest";
import { createRandom } from "../../../dev/simulator/random";
import { createWallet } from "../../../dev/simulator/wallets";

test("a drawn wallet has the address and the signatures of its seed's key pair", () => {
  const pair = Keypair.fromSeed(createRandom("wallet").bytes(32));
  const wallet = createWallet(createRandom("wallet"));
  expect(wallet.address).toBe(pair.publicKey.toBase58());
  const message = new TextEncoder().encode("a message");
  expect(wallet.sign(message)).toEqual(nacl.sign.detached(message, pair.secretKey));
  expect(createWallet(createRandom("other")).address).not.toBe(wallet.address);
});
