import type { Users } from "../../../db/accounts/users";
import type { Log } from "../../lib/log";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { ChainUnavailable } from "../../solana/chain";
import type { AccountSettings, PremiumToken } from "../ports";
import {
  isGranted,
  isReadingDue,
  type PlanId,
  type PlanTerms,
  planInForce,
  type StoredPlan,
} from "../rules/plan";
import type { User } from "../rules/user";

/** How long a page waits for the nodes. */
const READ_TIMEOUT_MS = 3_000;
/** Between readings that pages and purchases start. It also spaces those that fail. */
const RETRY_INTERVAL_MS = 10 * 60_000;
/** Between readings that a person starts, by a wallet or by the button of their profile. */
const ASKED_INTERVAL_MS = 60_000;

export interface PlanDeps {
  clock: Clock;
  log: Log;
  users: Pick<Users, "byUid" | "startPlanReading" | "recordPlan" | "planMint">;
  /** Null where no token gives the plan. */
  premiumToken: PremiumToken | null;
}

/** The account whose plan is asked for. */
type PlanHolder = Pick<User, "uid" | "wallet" | "plan">;

type Reading = { kind: "read" | "failed" | "too_soon" | "none"; plan: StoredPlan };

/**
 * The plan in force of an account. Reads it from the chain where the last reading is older than a
 * day; the stored plan applies while that fails.
 */
export async function readPlanInForce({ uid }: { uid: string }, deps: PlanDeps): Promise<PlanId> {
  const user = await deps.users.byUid(uid);
  return user ? planInForce(await refreshPlan(user, deps), deps.clock.now()) : "free";
}

/** What the profile shows of the plan, which is read where that is due. */
export async function readProfilePlan(
  holder: PlanHolder,
  deps: PlanDeps & {
    settings: Pick<AccountSettings, "premiumToken">;
    planTerms(plan: PlanId): PlanTerms;
  },
) {
  const plan = await refreshPlan(holder, deps);
  const id = planInForce(plan, deps.clock.now());
  return {
    id,
    terms: deps.planTerms(id),
    premiumTerms: deps.planTerms("premium"),
    token: deps.settings.premiumToken,
    readAt: plan.readAt,
    /** No reading changes it. */
    isGranted: isGranted(plan),
    hasWallet: holder.wallet !== null,
  };
}

/** The stored plan, read again where that is due. */
async function refreshPlan(holder: PlanHolder, deps: PlanDeps): Promise<StoredPlan> {
  if (!isReadingDue(holder.plan, deps.clock.now())) return holder.plan;
  return (await readPlan(holder, RETRY_INTERVAL_MS, deps)).plan;
}

/** Reads the plan of an account whose wallet was just linked or signed in. */
export async function readPlanOfWallet({ uid }: { uid: string }, deps: PlanDeps): Promise<void> {
  const user = deps.premiumToken && (await deps.users.byUid(uid));
  if (user) await readPlan(user, ASKED_INTERVAL_MS, deps);
}

/**
 * Reads the plan at the person's request. Throws `slow_down` within a minute after the last reading,
 * `unavailable` where the nodes give no result, `conflict` where there is nothing to read.
 */
export async function recheckPlan({ uid }: { uid: string }, deps: PlanDeps): Promise<void> {
  const user = await deps.users.byUid(uid);
  if (!user) throw new Problem("signed_out");
  const { kind } = await readPlan(user, ASKED_INTERVAL_MS, deps);
  if (kind === "none") throw new Problem("conflict");
  if (kind === "failed") throw new Problem("unavailable", { messageKey: "account:plan.failed" });
  if (kind === "too_soon") {
    const retryAfterSeconds = ASKED_INTERVAL_MS / 1_000;
    throw new Problem("slow_down", { messageKey: "account:plan.tooSoon", retryAfterSeconds });
  }
}

async function readPlan(
  { uid, wallet, plan }: PlanHolder,
  intervalMs: number,
  { clock, log, users, premiumToken }: PlanDeps,
): Promise<Reading> {
  if (!premiumToken || !wallet || isGranted(plan)) return { kind: "none", plan };
  const at = clock.now();
  const isStarted = await users.startPlanReading({ uid, wallet }, { at, before: at - intervalMs });
  if (!isStarted) return { kind: "too_soon", plan };
  try {
    const known = await users.planMint(uid);
    const mint = await premiumToken.mintHeldBy(wallet, known, READ_TIMEOUT_MS);
    const read = { plan: mint ? ("premium" as const) : ("free" as const), mint, readAt: at };
    await users.recordPlan({ uid, wallet }, read);
    return { kind: "read", plan: { id: read.plan, readAt: at, triedAt: at } };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    log("plan_unread", { error });
    return { kind: "failed", plan: { ...plan, triedAt: at } };
  }
}
