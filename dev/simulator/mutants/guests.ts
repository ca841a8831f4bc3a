// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files.
import type { Mutant } from "./mutant";

/** Of buyers without an account: whose order and whose file it is. */
export const GUEST_MUTANTS: readonly Mutant[] = [
  {
    name: "file-for-any-payment",
    hint: "A secret gives the file of its order whoever paid it.",
    edits: [
      {
        file: "app/checkout/use-cases/read-order.ts",
        text: `return viewer.kind !== "guest" || isPaidByGuest(order);`,
        replacement: `return viewer.kind !== "guest" || isPaidByGuest(order) || true;`,
      },
    ],
  },
  {
    name: "reported-signature-is-the-browsers",
    hint: "What a browser reports, or hands in after the server has signed, counts as its payment.",
    edits: [
      {
        file: "db/orders/orders.ts",
        text: ".set({ suggestedSignature: signature, updatedAt: at })",
        replacement:
          ".set({ suggestedSignature: signature, guestSignature: signature, updatedAt: at })",
      },
    ],
  },
  {
    name: "browsers-payment-not-recorded",
    hint: "Bytes that came with the secret are not recorded as such: the browser that paid has no file.",
    edits: [
      {
        file: "db/orders/stock-holds.ts",
        text: "guest_signature = CASE WHEN guest_secret_hash IS NULL THEN NULL ELSE ${signature} END,",
        replacement: "",
      },
    ],
  },
  {
    name: "any-secret-opens-an-order",
    hint: "An order is any browser's that asks for it.",
    edits: [
      {
        file: "app/orders/rules/buyer.ts",
        text: "return order.guest?.secretHash === buyer.secretHash && now",
        replacement: "return order.guest !== null && now",
      },
    ],
  },
  {
    name: "order-shared-by-claimed-address",
    hint: "A browser gets the open order of whoever named the same address.",
    edits: [
      {
        file: "app/checkout/use-cases/start-guest-purchase.ts",
        text: "readOpen: () => ports.orders.openOfGuest(secretHash, productId),",
        replacement:
          "readOpen: async () => (await ports.orders.openOfGuest(secretHash, productId)) ?? ports.orders.openOfWallet(wallet, productId),",
      },
    ],
  },
  {
    name: "orders-of-a-secret-unbounded",
    hint: "A secret has as many open orders as there are products.",
    edits: [
      {
        file: "app/orders/rules/buyer.ts",
        text: "export const MAX_OPEN_GUEST_ORDERS = 10;",
        replacement: "export const MAX_OPEN_GUEST_ORDERS = 1_000;",
      },
    ],
  },
  {
    name: "guests-order-lives-as-long-as-others",
    hint: "An order that a guest leaves without a payment stays open for a day.",
    edits: [
      {
        file: "app/orders/rules/buyer.ts",
        text: "export const GUEST_ORDER_LIFETIME_MS = 15 * 60_000;",
        replacement: "export const GUEST_ORDER_LIFETIME_MS = 24 * 60 * 60_000;",
      },
    ],
  },
  {
    name: "wallet-pays-as-guest-again",
    hint: "A wallet that has paid for a product is given another order for it.",
    edits: [
      {
        file: "app/checkout/use-cases/payable-order.ts",
        text: "if (guest === null || !(await ports.orders.isPaidByWallet(wallet, productId))) return;",
        replacement: "return;",
      },
    ],
  },
  {
    name: "secret-without-end",
    hint: "A secret gives the file for as long as its order is kept.",
    edits: [
      {
        file: "app/orders/rules/buyer.ts",
        text: "export const GUEST_ACCESS_MS = 24 * 60 * 60_000;",
        replacement: "export const GUEST_ACCESS_MS = 240 * 60 * 60_000;",
      },
    ],
  },
];
