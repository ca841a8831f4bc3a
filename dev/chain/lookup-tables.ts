import { AddressLookupTableAccount, AddressLookupTableProgram } from "@solana/web3.js";
import bs58 from "bs58";
import type { WireMessage } from "./parse-wire";
import type { AccountState, LoadedAddresses } from "./types";

export type LookupResult = { loaded: LoadedAddresses } | { err: string };

const PROGRAM = AddressLookupTableProgram.programId.toBytes();
/** Bytes before the addresses (LOOKUP_TABLE_META_SIZE). */
const TABLE_META_BYTES = 56;

/**
 * The accounts that a v0 message names through lookup tables, or the transaction error of the
 * first table that can't be resolved. Addresses added during `slot` can't be used before the next.
 */
export function resolveLookups(
  message: WireMessage,
  slot: number,
  read: (address: string) => AccountState | null,
): LookupResult {
  const loaded: LoadedAddresses = { writable: [], readonly: [] };
  for (const lookup of message.lookups) {
    const table = readTable(read(lookup.table), slot);
    if ("err" in table) return table;
    for (const [kind, indexes] of [
      ["writable", lookup.writable],
      ["readonly", lookup.readonly],
    ] as const) {
      for (const index of indexes) {
        const address = table.addresses[index];
        if (address === undefined) return { err: "InvalidAddressLookupTableIndex" };
        loaded[kind].push(address);
      }
    }
  }
  return { loaded };
}

function readTable(
  account: AccountState | null,
  slot: number,
): { addresses: string[] } | { err: string } {
  if (!account) return { err: "AddressLookupTableNotFound" };
  if (Buffer.compare(account.owner, PROGRAM) !== 0)
    return { err: "InvalidAddressLookupTableOwner" };
  if (account.data.length < TABLE_META_BYTES) return { err: "InvalidAddressLookupTableData" };
  try {
    const state = AddressLookupTableAccount.deserialize(account.data);
    const usable =
      state.lastExtendedSlot >= slot ? state.lastExtendedSlotStartIndex : state.addresses.length;
    return { addresses: state.addresses.slice(0, usable).map((key) => bs58.encode(key.toBytes())) };
  } catch {
    return { err: "InvalidAddressLookupTableData" };
  }
}
