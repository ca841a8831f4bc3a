import { createHash } from "node:crypto";
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
} from "@solana/web3.js";
import type { Ledger, Submission } from "./ledger";
import { parseWire } from "./parse-wire";

/**
 * All lamports there are, 9,000,000 SOL: below 2^53, so that every balance is an exact number in
 * JSON.
 */
const SUPPLY = 9_000_000_000_000_000n;
/** Most that one airdrop gives, in lamports: 1,000 SOL. */
export const MAX_AIRDROP = 1_000_000_000_000;
/** Compute units of a transfer with room to spare; the count on top tells two airdrops apart. */
const BASE_COMPUTE_UNITS = 1_000;
const MAX_COMPUTE_UNITS = 1_400_000;

/** Gives lamports away with real transfers, signed by a key of the chain's own. */
export class Faucet {
  private readonly keypair: Keypair;
  private count = 0;

  constructor(
    seed: string,
    private readonly ledger: Ledger,
  ) {
    this.keypair = Keypair.fromSeed(createHash("sha256").update(`${seed}/faucet`).digest());
  }

  get address(): string {
    return this.keypair.publicKey.toBase58();
  }

  /** Puts the whole supply in the faucet: the first thing a new chain does. */
  fill(): void {
    const owner = SystemProgram.programId.toBytes();
    const state = { lamports: SUPPLY, owner, data: new Uint8Array(), executable: false };
    this.ledger.vm.write(this.address, state);
  }

  /** Transfers `lamports` to `address`; refused for the reasons any transfer is. */
  give(address: string, lamports: number | bigint, blockhash: string): Submission {
    this.count = (this.count + 1) % (MAX_COMPUTE_UNITS - BASE_COMPUTE_UNITS);
    const transaction = new Transaction({
      feePayer: this.keypair.publicKey,
      recentBlockhash: blockhash,
    }).add(
      ComputeBudgetProgram.setComputeUnitLimit({ units: BASE_COMPUTE_UNITS + this.count }),
      SystemProgram.transfer({
        fromPubkey: this.keypair.publicKey,
        toPubkey: new PublicKey(address),
        lamports,
      }),
    );
    transaction.sign(this.keypair);
    return this.ledger.submit(parseWire(transaction.serialize()));
  }
}
