import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BUILT_FORMS,
  type BuiltForm,
  freshWatch,
  ORDER_LIFETIME_MS,
  type OrderState,
  type WatchState,
} from "../../../app/orders/rules/order-state";
import type { Payment } from "../../../app/orders/rules/payment";
import { type Observation, type Step, step } from "../../../app/settlement/rules/order-lifecycle";
import { LAST_POLL_BEFORE_EXPIRY_MS } from "../../../app/settlement/rules/poll-schedule";
import type { Verdict } from "../../../app/settlement/rules/verify-payment";
import { LONG_RUN } from "../../support/test-scale";

const START = 1_700_000_000_000;

function newOrder(changes: Partial<OrderState> = {}): OrderState {
  return {
    status: "pending",
    createdAt: START,
    expiresAt: START + ORDER_LIFETIME_MS,
    built: null,
    wallets: [],
    settlement: null,
    ...changes,
  };
}

function payment(signature: string, payer = "Buyer"): Payment {
  return {
    signature,
    slot: 1,
    payer,
    sellerPaid: 990n,
    feePaid: 10n,
    covered: 1_000n,
    surplus: 0n,
    feeOwed: 0n,
    referenceSigned: false,
  };
}

const settled = (signature: string): Verdict => ({ kind: "settled", payment: payment(signature) });
const other = (signature: string): Verdict => ({
  kind: "paid_by_other",
  payment: payment(signature, "Other"),
});
const short = (signature: string, payer?: string): Verdict => ({
  kind: "underpaid",
  payment: payment(signature, payer),
});
const polled = (...verdicts: Verdict[]): Observation => ({
  kind: "polled",
  verdicts,
  emptyAtHeight: null,
  more: false,
});
const builtAs = (form: BuiltForm, at = START): Observation => ({
  kind: "built",
  wallet: "Buyer",
  built: { at, lastValidBlockHeight: 150, form },
});
const built = (preSigned: boolean, at = START) => builtAs(preSigned ? "presigned" : "unsigned", at);

/** Applies observations one second apart. */
function run(order: OrderState, observations: Observation[], now = START): Step {
  let result: Step = { order, watch: freshWatch(now), effects: [], nextPollAt: null };
  observations.forEach((observation, index) => {
    result = step(result.order, result.watch, observation, now + index * 1_000, 0);
  });
  return result;
}

describe("a transaction whose signature is known", () => {
  /** Poll intervals at some times after the last observation. */
  const intervalsAfter = (...observations: Observation[]) =>
    [0, 2_000, 4_900, 5_100].map((since) => {
      const awaiting = run(newOrder(), observations);
      const now = START + (observations.length - 1) * 1_000 + since;
      const { nextPollAt } = step(awaiting.order, awaiting.watch, polled(), now, 0);
      return (nextPollAt ?? 0) - now;
    });

  it("is polled every 400 ms once it is reported or the server has it, and later as any other", () => {
    expect(intervalsAfter(built(false), { kind: "suggested" })).toEqual([400, 400, 400, 1_200]);
    expect(intervalsAfter(builtAs("cosigned"))).toEqual([400, 400, 400, 1_200]);
    expect(intervalsAfter(builtAs("presigned"))).toEqual([700, 700, 1_200, 1_200]);
  });
});

describe("an order", () => {
  it("is polled once before a wallet requests it: just before it expires", () => {
    const { nextPollAt, order } = run(newOrder(), [{ kind: "opened" }]);
    expect(order.status).toBe("pending");
    expect(nextPollAt).toBe(START + ORDER_LIFETIME_MS - LAST_POLL_BEFORE_EXPIRY_MS);
  });

  it("is polled once when its page is opened again", () => {
    const later = START + 60_000;
    const first = step(newOrder(), freshWatch(START), { kind: "opened" }, later, 0);
    expect(first.nextPollAt).toBe(later);
    const second = step(first.order, first.watch, { kind: "opened" }, later + 9, 0);
    expect(second.nextPollAt).toBeGreaterThan(later + 60_000);
  });

  // spec: state.order
  it("is awaiting and polled fast once a transaction is built", () => {
    const { order, nextPollAt } = run(newOrder(), [built(false)]);
    expect(order).toMatchObject({ status: "awaiting", wallets: ["Buyer"] });
    expect(nextPollAt).toBeLessThanOrEqual(START + 1_000);
  });

  // spec: state.order
  it("settles once by a valid payment", () => {
    const first = run(newOrder(), [built(false), polled(settled("a"))]);
    expect(first.order).toMatchObject({ status: "paid", settlement: { signature: "a" } });
    expect(first.effects).toEqual([{ kind: "settle", payment: payment("a") }]);
    const again = run(first.order, [polled(settled("a"))]);
    expect(again.effects).toEqual([]);
  });

  // spec: payment.duplicate
  it("records a second payment as a duplicate", () => {
    const { effects, order } = run(newOrder(), [polled(settled("a"), settled("b"))]);
    expect(order.settlement?.signature).toBe("a");
    expect(effects.map((effect) => effect.kind)).toEqual(["settle", "duplicate"]);
  });

  it("shows a payment of another wallet, and still settles when the right one pays", () => {
    const wrong = run(newOrder(), [built(false), polled(other("a"))]);
    expect(wrong.order.status).toBe("paid_by_other");
    expect(wrong.effects[0]?.kind).toBe("misdirected");
    const right = run(wrong.order, [polled(settled("b"))]);
    expect(right.order.status).toBe("paid");
  });

  it("stays as it was by a payment below the price, and lapses and expires beside it", () => {
    expect(run(newOrder(), [polled(short("a"))]).order.status).toBe("pending");
    const awaiting = run(newOrder(), [built(true), polled(short("a"))]);
    expect(awaiting.order.status).toBe("awaiting");
    expect(awaiting.effects).toEqual([{ kind: "short", payment: payment("a") }]);
    const searched = { ...polled(short("b")), emptyAtHeight: 151 } as Observation;
    const lapsed = run(newOrder(), [built(true), searched]);
    expect(lapsed.order).toMatchObject({ status: "pending", built: null });
    expect(lapsed.effects.map(({ kind }) => kind)).toEqual(["short", "release_built_transaction"]);
    const expired = run(newOrder(), [polled(short("c"))], START + ORDER_LIFETIME_MS);
    expect(expired.order.status).toBe("expired");
    expect(run(expired.order, [polled(short("d"))]).order.status).toBe("expired");
  });

  it("expires although transactions are unread, after five rounds", () => {
    const flooded: Observation[] = [{ ...polled(), more: true } as Observation, { kind: "unread" }];
    const rounds = (count: number) =>
      run(
        newOrder(),
        Array.from({ length: count }, () => flooded).flat(),
        START + ORDER_LIFETIME_MS,
      );
    expect(rounds(5).order.status).toBe("pending");
    expect(rounds(6).order.status).toBe("expired");
  });

  it("returns to pending only after an empty finalized search past its last valid block", () => {
    const empty = (emptyAtHeight: number | null): Observation => ({
      kind: "polled",
      verdicts: [],
      emptyAtHeight,
      more: false,
    });
    for (const height of [null, 100, 150]) {
      expect(run(newOrder(), [built(true), empty(height)]).order.status).toBe("awaiting");
    }
    const expired = run(newOrder(), [built(true), empty(151)]);
    expect(expired.order).toMatchObject({ status: "pending", built: null });
    expect(expired.effects).toEqual([{ kind: "release_built_transaction", cause: "expired" }]);
    // A wallet may have renewed the blockhash of an unsigned one, so it is looked for again.
    const lapsed = run(newOrder(), [built(false), empty(151)]);
    expect(lapsed.order).toMatchObject({ status: "pending", built: null });
    expect(lapsed.nextPollAt).toBe(START + 1_000 + 60_000);
  });

  it("is given up at once when its co-signed transaction can't run any more", () => {
    const cosigned = builtAs("cosigned");
    const sent = run(newOrder(), [cosigned, { kind: "pushed" }]);
    expect(sent.order.status).toBe("awaiting");
    expect(sent.nextPollAt).toBeLessThanOrEqual(START + 1_000 + 2_000);
    const rejected = run(newOrder(), [cosigned, { kind: "pushed" }, { kind: "rejected" }]);
    expect(rejected.order).toMatchObject({ status: "pending", built: null });
    expect(rejected.effects).toEqual([{ kind: "release_built_transaction", cause: "rejected" }]);
    expect(run(newOrder(), [built(true), { kind: "rejected" }]).effects).toEqual([]);
  });

  // spec: buying.expired
  it("expires after a day, and a late payment may still settle it", () => {
    const end = START + ORDER_LIFETIME_MS;
    const expired = run(newOrder(), [polled()], end);
    expect(expired.order.status).toBe("expired");
    expect(expired.effects).toEqual([{ kind: "expire" }]);
    expect(expired.nextPollAt).toBeGreaterThan(end);
    const late = run(expired.order, [polled(settled("a"))], end + 5_000);
    expect(late.effects).toEqual([{ kind: "settle", payment: payment("a") }]);
  });

  it("does not expire while RPC does not answer", () => {
    const silent = run(newOrder(), [{ kind: "unanswered" }], START + 2 * ORDER_LIFETIME_MS);
    expect(silent.order.status).toBe("pending");
    expect(silent.effects).toEqual([]);
    expect(silent.nextPollAt).not.toBeNull();
  });

  it("backs off while RPC does not answer", () => {
    const waits = [1, 4, 7, 20].map((rounds) => {
      const rests = Array.from({ length: rounds }, (): Observation => ({ kind: "unanswered" }));
      const result = run(newOrder(), [built(false), ...rests]);
      return (result.nextPollAt ?? 0) - (START + rounds * 1_000);
    });
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits[3]).toBeLessThanOrEqual(130_000);
  });
});

describe("a settled order", () => {
  const paid = newOrder({
    status: "paid",
    settlement: { signature: "a", at: START, finalized: false, grantedWithoutPayment: false },
  });
  const found = (kind: "finalized" | "confirmed" | "missing"): Observation => ({
    kind: "finality",
    signature: "a",
    found: kind,
  });

  // spec: payment.final
  it("is polled until its payment is finalized, then a few times in a week", () => {
    expect(run(paid, [found("confirmed")]).nextPollAt).toBeGreaterThan(START + 10_000);
    const final = run(paid, [found("finalized")], START + 15_000);
    expect(final.effects).toEqual([{ kind: "finalize", signature: "a" }]);
    const looks: number[] = [];
    for (let at = final.nextPollAt; at !== null; ) {
      looks.push(at - newOrder().expiresAt);
      at = step(final.order, final.watch, polled(), at, 0).nextPollAt;
    }
    expect(looks).toEqual([1, 72, 7 * 24].map((hours) => hours * 3_600_000));
  });

  it.each([
    ["nodes that do not answer", { kind: "unanswered" } as const],
    ["nodes that do not agree", found("confirmed")],
    ["a payment that is missing", found("missing")],
  ])("is polled every 15 s with %s, for days", (_, observation) => {
    let { order, watch } = run(paid, [observation], START + 20_000);
    for (let now = START + 30_000; now < START + 2 * ORDER_LIFETIME_MS; now += 600_000) {
      const next = step(order, watch, observation, now, 0.999);
      if (next.order.status !== "paid") break;
      ({ order, watch } = next);
      expect((next.nextPollAt ?? Number.POSITIVE_INFINITY) - now).toBeLessThanOrEqual(15_000);
    }
  });

  it("is rolled back within 30 s after nodes that did not answer for days have lost it", () => {
    let { order, watch } = run(paid, [found("confirmed")], START + 20_000);
    let at = START + 20_000;
    const pollUntil = (end: number, observation: Observation) => {
      while (at < end && order.status === "paid") {
        const next = step(order, watch, observation, at, 0.999);
        ({ order, watch } = next);
        if (order.status === "paid") at = next.nextPollAt ?? Number.POSITIVE_INFINITY;
      }
    };
    const returned = START + 2 * ORDER_LIFETIME_MS;
    pollUntil(returned, { kind: "unanswered" });
    pollUntil(Number.POSITIVE_INFINITY, found("missing"));
    expect(order.status).toBe("review");
    expect(at - returned).toBeLessThanOrEqual(30_000);
  });

  it("goes to review only after its payment is missing for long", () => {
    const missing = [found("missing"), found("missing"), found("missing")];
    expect(run(paid, missing, START + 20_000).order.status).toBe("paid");
    const gone = run(paid, missing, START + 300_000);
    expect(gone.order).toMatchObject({ status: "review", settlement: null });
    expect(gone.effects).toEqual([{ kind: "roll_back", signature: "a" }]);
    const seenAgain = [found("missing"), found("missing"), found("confirmed"), found("missing")];
    expect(run(paid, seenAgain, START + 300_000).order.status).toBe("paid");
  });
});

describe("the number of polls", () => {
  /** A blockhash has expired, and finality has proved it. */
  const EMPTY_AFTER_MS = 75_000;

  /** Polls an abandoned checkout until it expires. */
  function looksIn(order: OrderState, watch: WatchState, first: Observation): number {
    let result = step(order, watch, first, START, 0.5);
    let looks = 0;
    while (result.nextPollAt !== null && result.nextPollAt <= order.expiresAt + 5_000) {
      looks++;
      const age = result.nextPollAt - START;
      const empty = { ...polled(), emptyAtHeight: age > EMPTY_AFTER_MS ? 151 : null };
      result = step(result.order, result.watch, empty as Observation, result.nextPollAt, 0.5);
      if (result.order.status === "expired") break;
    }
    expect(result.order.status).toBe("expired");
    return looks;
  }

  it("is one for a checkout without a transaction request", () => {
    expect(looksIn(newOrder(), freshWatch(START), { kind: "opened" })).toBe(1);
  });

  // spec: payment.calls
  it("stays under 60 for an abandoned transaction request", () => {
    expect(looksIn(newOrder(), freshWatch(START), built(false))).toBeLessThan(60);
  });
});

describe("over random histories", () => {
  const verdict = fc.oneof(
    fc.constantFrom("a", "b", "c").map(settled),
    fc.constantFrom("d", "e").map(other),
    fc.constantFrom("f", "g").map((signature) => short(signature)),
    fc.constant<Verdict>({ kind: "not_a_payment", reason: "failed" }),
  );
  const signature = fc.constantFrom("a", "b", "c");
  const found = fc.constantFrom("finalized" as const, "confirmed" as const, "missing" as const);
  const observation: fc.Arbitrary<Observation> = fc.oneof(
    fc.constantFrom<Observation>({ kind: "opened" }, { kind: "suggested" }, { kind: "unanswered" }),
    fc.constantFrom<Observation>({ kind: "pushed" }, { kind: "rejected" }),
    fc.constantFrom(...BUILT_FORMS).map((form) => builtAs(form)),
    fc.record({
      kind: fc.constant("polled" as const),
      verdicts: fc.array(verdict, { maxLength: 3 }),
      emptyAtHeight: fc.option(fc.integer({ min: 0, max: 300 })),
      more: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("finality" as const), signature, found }),
  );
  const history = fc.array(
    fc.tuple(
      observation,
      fc.integer({ min: 0, max: ORDER_LIFETIME_MS / 8 }),
      fc.integer({ min: 0, max: 99 }).map((n) => n / 100),
    ),
    { maxLength: 25 },
  );

  it("settles at most one payment at a time, classifies each, and loses none", () => {
    fc.assert(
      fc.property(history, (events) => {
        let order = newOrder();
        let watch = freshWatch(START);
        let now = START;
        let live: string | null = null;
        for (const [event, wait, jitter] of events) {
          now += wait;
          const before = order.status;
          const result = step(order, watch, event, now, jitter);
          const seen = event.kind === "polled" ? event.verdicts : [];
          for (const effect of result.effects) {
            if (effect.kind === "settle") {
              expect(live).toBeNull();
              expect(seen).toContainEqual({ kind: "settled", payment: effect.payment });
              live = effect.payment.signature;
            }
            if (effect.kind === "roll_back") live = null;
          }
          const named = result.effects.flatMap((e) =>
            "payment" in e ? [e.payment.signature] : [],
          );
          for (const one of seen) {
            if (one.kind === "not_a_payment" || one.payment.signature === live) continue;
            expect(named).toContain(one.payment.signature);
          }
          if (event.kind === "unanswered") expect(result.order.status).toBe(before);
          expect(result.order.status === "paid").toBe(live !== null);
          if (result.nextPollAt !== null) expect(result.nextPollAt).toBeGreaterThanOrEqual(now);
          if (["pending", "awaiting"].includes(result.order.status)) {
            expect(result.nextPollAt).not.toBeNull();
          }
          ({ order, watch } = result);
        }
      }),
      { numRuns: LONG_RUN ? 5_000 : 1_000 },
    );
  });
});
