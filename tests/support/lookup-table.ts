import {
  type AddressLookupTableAccount,
  AddressLookupTableProgram,
  type Connection,
  type Keypair,
  type PublicKey,
} from "@solana/web3.js";
import { send } from "../chain/support";

/** Creates a lookup table of these addresses, usable from the next slot on. */
export async function makeTable(
  connection: Connection,
  owner: Keypair,
  addresses: PublicKey[],
): Promise<PublicKey> {
  const [create, key] = AddressLookupTableProgram.createLookupTable({
    authority: owner.publicKey,
    payer: owner.publicKey,
    recentSlot: await connection.getSlot(),
  });
  await send(connection, [owner], [create]);
  for (let at = 0; at < addresses.length; at += 20) {
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable: key,
      authority: owner.publicKey,
      payer: owner.publicKey,
      addresses: addresses.slice(at, at + 20),
    });
    await send(connection, [owner], [extend]);
  }
  return key;
}

export async function readTable(
  connection: Connection,
  key: PublicKey,
): Promise<AddressLookupTableAccount> {
  const { value } = await connection.getAddressLookupTable(key, { commitment: "processed" });
  if (!value) throw new Error("The table is missing");
  return value;
}
