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
 * Lamports in existence, 9,000,000 SOL: below 2^53, so that every balance is an exact number in
 * JSON.
 */
const SUPPLY_LAMPORTS = 9_000_000_000_000_000n;
/** Largest airdrop: 1,000 SOL. */
export const MAX_AIRDROP_LAMPORTS = 1_000_000_000_000;
/** Compute units above what a transfer needs; the count on top makes each airdrop unique. */
const BASE_COMPUTE_UNITS = 1_000;
const MAX_COMPUTE_UNITS = 1_400_000;

/** Pays airdrops by ordinary transfers, signed with a key derived from the chain's seed. */
export class Faucet {
  private knownKeypair: Keypair | undefined;
  private count = 0;

  constructor(
    private readonly seed: string,
    private readonly ledger: Ledger,
  ) {}

  /** Made when it is first used, which an embedded chain never does. */
  private get keypair(): Keypair {
    this.knownKeypair ??= Keypair.fromSeed(
      createHash("sha256").update(`${this.seed}/faucet`).digest(),
    );
    return this.knownKeypair;
  }

  get address(): string {
    return this.keypair.publicKey.toBase58();
  }

  /** Credits the whole supply to the faucet, before any other entry. */
  fill(): void {
    const owner = SystemProgram.programId.toBytes();
    const state = { lamports: SUPPLY_LAMPORTS, owner, data: new Uint8Array(), executable: false };
    this.ledger.vm.write(this.address, state);
  }

  /** Transfers `lamports` to `address`. */
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
    // The ledger verifies the signature: verifying it here as well takes most of the time of an airdrop.
    return this.ledger.submit(parseWire(transaction.serialize({ verifySignatures: false })));
  }
}
