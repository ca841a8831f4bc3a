import { expect, test } from "vitest";
import type { PlanId, StoredPlan } from "../../../app/accounts/rules/plan";
import { planInForce } from "../../../app/accounts/rules/plan";
import {
  readPlanInForce,
  readProfilePlan,
  recheckPlan,
} from "../../../app/accounts/use-cases/read-plan";
import { DAY_MS } from "../../../app/lib/time-zone";
import { ChainUnavailable } from "../../../app/solana/chain";
import { noLog } from "../../support/log";

const NOW = 1_800_000_000_000;
const MINUTE_MS = 60_000;

/** An account with a stored plan, and a chain that says whether its wallet holds the token. */
function account(plan: Partial<StoredPlan>, chain: boolean | "down" = true, wallet = "wallet") {
  const stored: StoredPlan = { id: "free", readAt: null, triedAt: null, ...plan };
  const state = { stored, chain, readings: 0, now: NOW, mint: null as string | null };
  const holder = () => ({ uid: "uid", wallet: wallet || null, plan: state.stored });
  const deps = {
    clock: { now: () => state.now },
    log: noLog,
    premiumToken: {
      /** Among the tokens of a wallet that was sent many: found again only where it is asked for. */
      async mintHeldBy(_: string, known: string | null) {
        state.readings += 1;
        if (state.chain === "down") throw new ChainUnavailable("down");
        return state.chain && known === state.mint ? "mint" : null;
      },
    },
    users: {
      async startPlanReading(_: unknown, { at, before }: { at: number; before: number }) {
        const { triedAt } = state.stored;
        if (triedAt !== null && triedAt > before) return false;
        state.stored = { ...state.stored, triedAt: at };
        return true;
      },
      async recordPlan(_: unknown, read: { plan: PlanId; mint: string | null; readAt: number }) {
        state.mint = read.mint ?? state.mint;
        state.stored = { ...state.stored, id: read.plan, readAt: read.readAt };
      },
      planMint: async () => state.mint,
      byUid: async () => ({ ...USER, ...holder() }),
    },
  };
  return { state, holder, deps, current: () => readPlanInForce({ uid: "uid" }, deps) };
}

const USER = {
  displayName: "",
  email: "",
  role: "client",
  createdAt: 1,
  walletLinkedAt: 1,
};

test("a plan never read is read, and then once a day", async () => {
  const { state, current } = account({});
  expect([await current(), state.readings]).toEqual(["premium", 1]);
  state.now += DAY_MS;
  expect([await current(), state.readings]).toEqual(["premium", 1]);
  state.now += 1;
  expect([await current(), state.readings]).toEqual(["premium", 2]);
});

test("a token that moved on ends the plan at the next reading", async () => {
  const { state, current } = account({ id: "premium", readAt: NOW }, false);
  expect(await current()).toBe("premium");
  state.now += DAY_MS + 1;
  expect([await current(), await current(), state.readings]).toEqual(["free", "free", 1]);
});

test("while the nodes fail the stored plan applies for a week, and is read every ten minutes", async () => {
  const { state, current } = account({ id: "premium", readAt: NOW }, "down");
  state.now += 7 * DAY_MS;
  expect(await Promise.all([current(), current(), current()])).toEqual(Array(3).fill("premium"));
  expect(state.readings).toBe(1);
  state.now += 10 * MINUTE_MS - 1;
  expect([await current(), state.readings]).toEqual(["free", 1]);
  state.now += 1;
  expect([await current(), state.readings]).toEqual(["free", 2]);
  state.now += 10 * MINUTE_MS;
  state.chain = true;
  expect([await current(), state.readings]).toEqual(["premium", 3]);
});

test("many purchases at once start one reading", async () => {
  const { state, current } = account({});
  await Promise.all(Array.from({ length: 50 }, current));
  expect(state.readings).toBe(1);
});

test("a granted plan and an account without a wallet are not read", async () => {
  const granted = account({ id: "premium" }, false);
  expect([await granted.current(), granted.state.readings]).toEqual(["premium", 0]);
  const noWallet = account({}, true, "");
  expect([await noWallet.current(), noWallet.state.readings]).toEqual(["free", 0]);
  const { deps } = account({});
  expect(await readPlanInForce({ uid: "uid" }, { ...deps, premiumToken: null })).toBe("free");
  expect(planInForce({ id: "pro", readAt: null, triedAt: null }, NOW)).toBe("pro");
});

test("the button reads at most once a minute", async () => {
  const { state, deps } = account({ id: "premium", readAt: NOW - 1, triedAt: NOW - 1 }, false);
  await expect(recheckPlan({ uid: "uid" }, deps)).rejects.toMatchObject({ code: "slow_down" });
  state.now += MINUTE_MS;
  await recheckPlan({ uid: "uid" }, deps);
  expect([state.stored.id, state.readings]).toEqual(["free", 1]);
  state.now += MINUTE_MS;
  state.chain = "down";
  await expect(recheckPlan({ uid: "uid" }, deps)).rejects.toMatchObject({ code: "unavailable" });
  expect(state.stored.id).toBe("free");
});

test("the profile shows the plan in force, when it was read, and whether it can be read", async () => {
  const { holder, ...rest } = account({});
  const settings = { premiumToken: { kind: "mint", address: "mint" } as const };
  const terms = { feeBps: 1, maxFileBytes: 2 };
  const deps = { ...rest.deps, settings, planTerms: () => terms };
  const plan = { id: "premium", readAt: NOW, isGranted: false, hasWallet: true };
  expect(await readProfilePlan(holder(), deps)).toMatchObject({ ...plan, terms });
  const unlinked = { ...holder(), wallet: null };
  expect(await readProfilePlan(unlinked, deps)).toMatchObject({ hasWallet: false });
  const granted = { ...holder(), plan: { id: "pro", readAt: null, triedAt: null } as const };
  expect(await readProfilePlan(granted, deps)).toMatchObject({ id: "pro", isGranted: true });
});
