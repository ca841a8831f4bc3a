import type { Phase } from "./faults/phases";
import type { Random } from "./random";
import type { Person, Role, World } from "./world";

/** One step of a plan. What it does in detail is drawn from the seed and its id, whatever came before. */
export interface Step {
  readonly id: number;
  /** Virtual time since the step before. */
  readonly afterMs: number;
  /** Name of an act or a fault. */
  readonly act: string;
  /** Position in `people`; null for what no person does. */
  readonly person: number | null;
  /** A fault begins once an order stands in this phase, if one does before long. */
  readonly awaits?: Phase;
}

export interface StepContext {
  readonly world: World;
  /** For this step alone. */
  readonly random: Random;
}

/** What a person can do. Does nothing, and says so in the trace, where it makes no sense now. */
export interface Act {
  /** `guest`: of buyers who buy in a browser without an account. */
  readonly role: Role | "guest";
  /** How often it stands in plans, compared with the other acts of this role. */
  readonly weight: number;
  run(context: StepContext & { person: Person }): Promise<void>;
}

/** What happens to machines. It begins at its step; a later step or the quiet at the end of the plan ends it. */
export interface FaultAct {
  readonly weight: number;
  /** Waits for its moment before it begins; false where that did not come. */
  awaits?(context: StepContext): Promise<boolean>;
  /** Returns false where nothing happened, since it makes no sense now. */
  run(context: StepContext): unknown;
}

export interface ProductPlan {
  readonly saleType: "unlimited" | "limited" | "unique";
  /** Null where unlimited. */
  readonly limit: number | null;
  /** 0 where it is free. */
  readonly priceLamports: bigint;
  /** Given for free from the start, without a limit; absent for a product with a price. */
  readonly isFree?: boolean;
  /** The buyer chooses what to pay, from the price on; absent for no. */
  readonly isPriceChosen?: boolean;
  /** Gives licence keys: of a list of so many, or generated ones (null). Absent for none. */
  readonly licenceKeys?: number | null;
  /** Positions of the products that it consists of, of the same seller; absent for no bundle. */
  readonly items?: readonly number[];
  /** People who took it for free just before the run and removed it since. */
  readonly takenBefore?: number;
  /** Position of the seller in `people`. */
  readonly seller: number;
}

export interface PersonPlan {
  readonly name: string;
  readonly role: Role;
  readonly hasAccount: boolean;
  /** A seller who may offer free products before a sale. */
  readonly mayGiveFree?: boolean;
  /** Browsers in which the person buys without an account; absent for none. */
  readonly browsers?: number;
  /** Number of wallets, and what each holds at the start. */
  readonly walletLamports: readonly bigint[];
}

/** One who shares in each sale. */
export interface AuthorPlan {
  /** Position in `people`, whose first wallet it is; null for a wallet of nobody else. */
  readonly person: number | null;
  /** Part of what is left of a price after the commission, in basis points. */
  readonly bps: number;
  /** What a wallet of nobody else holds at the start. */
  readonly lamports: bigint;
}

/** A discount code, which each seller offers for all products. */
export interface CodePlan {
  /** Uses in all; null without a limit. */
  readonly capacity: number | null;
  /** Uses of one person; null without a limit. */
  readonly perPerson: number | null;
  /** What it takes off a price, 1 to 100. */
  readonly percent: number;
  /** From the beginning of the run on; null without an end. */
  readonly endsAfterMs: number | null;
  /** The pages of the products apply it for everyone; else buyers type it. */
  readonly isDefault: boolean;
}

/** Everything that a seed decides before the run begins. Shrinking removes steps. */
export interface Plan {
  readonly seed: string;
  /** Null or absent without codes. */
  readonly code?: CodePlan | null;
  /** Absent in plans that were kept before sales could be shared. */
  readonly authors?: readonly AuthorPlan[];
  readonly products: readonly ProductPlan[];
  readonly people: readonly PersonPlan[];
  readonly nodeCount: 2 | 3;
  readonly steps: readonly Step[];
}
