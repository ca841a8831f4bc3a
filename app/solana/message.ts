import { compactU16 } from "./compact-u16";
import { decodePublicKey } from "./keys";

export interface AccountMeta {
  address: string;
  signer: boolean;
  writable: boolean;
}

export interface Instruction {
  program: string;
  accounts: AccountMeta[];
  data: Uint8Array;
}

export interface CompiledMessage {
  bytes: Uint8Array;
  /** Addresses that must sign, in the order of their signature slots; the fee payer first. */
  signers: string[];
}

/**
 * Compiles a legacy message (https://solana.com/docs/core/transactions, "Message format").
 * Accounts keep the order in which they first appear, within the four groups of the header.
 */
export function compileMessage(
  feePayer: string,
  instructions: Instruction[],
  blockhash: string,
): CompiledMessage {
  const metas = collectAccounts(feePayer, instructions);
  const group = (signer: boolean, writable: boolean) =>
    metas.filter((meta) => meta.signer === signer && meta.writable === writable);
  const signers = [...group(true, true), ...group(true, false)];
  const ordered = [...signers, ...group(false, true), ...group(false, false)];
  const indexOf = new Map(ordered.map((meta, index) => [meta.address, index]));
  const index = (address: string) => indexOf.get(address) ?? 0;

  const bytes = [
    signers.length,
    group(true, false).length,
    group(false, false).length,
    ...compactU16(ordered.length),
    ...ordered.flatMap((meta) => [...decodePublicKey(meta.address)]),
    ...decodePublicKey(blockhash),
    ...compactU16(instructions.length),
  ];
  for (const { program, accounts, data } of instructions) {
    bytes.push(index(program), ...compactU16(accounts.length));
    bytes.push(...accounts.map((account) => index(account.address)));
    bytes.push(...compactU16(data.length), ...data);
  }
  return { bytes: Uint8Array.from(bytes), signers: signers.map((meta) => meta.address) };
}

function collectAccounts(feePayer: string, instructions: Instruction[]): AccountMeta[] {
  const metas = new Map<string, AccountMeta>();
  const add = ({ address, signer, writable }: AccountMeta) => {
    const known = metas.get(address);
    if (!known) metas.set(address, { address, signer, writable });
    else {
      known.signer ||= signer;
      known.writable ||= writable;
    }
  };
  add({ address: feePayer, signer: true, writable: true });
  for (const { program, accounts } of instructions) {
    add({ address: program, signer: false, writable: false });
    accounts.forEach(add);
  }
  return [...metas.values()];
}
