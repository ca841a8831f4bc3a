// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files.
import type { Mutant } from "./mutant";

/** Whom the product believes, and what it does when the chain or the database goes back. */
export const CERTAINTY_MUTANTS: readonly Mutant[] = [
  {
    name: "one-node-believed",
    hint: "What one node alone says of a transaction is taken as confirmed.",
    edits: [
      {
        file: "workers/rpc-pool.ts",
        text: "return confirmed === true;",
        replacement: "return confirmed !== undefined;",
      },
    ],
  },
  {
    name: "lapse-before-finality",
    hint: "A transaction counts as lapsed while it can land, so that its unit is sold to another.",
    edits: [
      {
        file: "app/settlement/use-cases/search.ts",
        text: "    if (tip.blockHeight <= lastValid) return result;\n",
        replacement: "",
      },
      {
        file: "app/settlement/rules/order-lifecycle.ts",
        text: "emptyAtHeight !== null && emptyAtHeight > order.built.lastValidBlockHeight",
        replacement: "emptyAtHeight !== null",
      },
    ],
  },
  {
    name: "vanished-payment-keeps-right",
    hint: "A payment that is not on the chain any more keeps its right.",
    edits: [
      {
        file: "app/settlement/use-cases/apply-effect.ts",
        text: "await orders.rollBack(order.id, effect.signature, now);",
        replacement: "",
      },
    ],
  },
  {
    name: "link-survives-rollback",
    hint: "The link of a sale that was rolled back still works.",
    edits: [
      {
        file: "db/orders/order-outcomes.ts",
        text: "{ orders: sql`SELECT id FROM orders WHERE ${settled}`, at }, fulfilments)",
        replacement: "{ orders: sql`SELECT id FROM orders WHERE ${settled}`, at }, [])",
      },
    ],
  },
  {
    name: "lost-order-not-restored",
    hint: "A payment of an order that the database has lost is neither settled nor listed.",
    edits: [
      {
        file: "app/settlement/use-cases/notify-named-orders.ts",
        text: "[...known, ...(await restoreOrders({ signature, raw, known, records }))]",
        replacement: "known",
      },
    ],
  },
  {
    name: "poll-not-scheduled",
    hint: "Nothing is due after a poll, so that an order whose alarm is lost is forgotten.",
    edits: [
      {
        file: "app/settlement/use-cases/poll.ts",
        text: "schedulePoll(orderId, overdue, after.nextPollAt)",
        replacement: "schedulePoll(orderId, null, after.nextPollAt)",
      },
    ],
  },
  {
    name: "polls-at-once",
    hint: "An order's object polls for a request while a poll that was due still runs.",
    edits: [
      {
        file: "workers/pending-transaction.ts",
        text: "      if (this.#running) {\n        const joined",
        replacement: "      if (this.#running && this.#wanted === null) {\n        const joined",
      },
    ],
  },
  {
    name: "polls-as-often-as-asked",
    hint: "Requests make an object poll without a pause between.",
    edits: [
      {
        file: "workers/pending-transaction.ts",
        text: "if (pauseMs <= 0) return this.#startPoll(take());",
        replacement: "if (pauseMs <= 400) return this.#startPoll(take());",
      },
    ],
  },
  {
    name: "socket-not-awaited",
    hint: "A refused read while a page's socket opens is a rejection that nothing awaits.",
    edits: [
      {
        file: "workers/pending-transaction.ts",
        text: "const response = await this.#pages.open(order, {",
        replacement: "const response = this.#pages.open(order, {",
      },
    ],
  },
];
