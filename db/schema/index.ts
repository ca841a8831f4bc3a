/**
 * Tables of D1, by subject. Amounts are whole lamports, times are epoch milliseconds, flags are 0 or 1.
 * CHECK constraints protect stock limits and amounts against bugs in the app.
 */
export * from "./accounts";
export * from "./dashboard";
export * from "./followed-orders";
export * from "./http";
export * from "./incoming-payments";
export * from "./library";
export * from "./messages";
export * from "./orders";
export * from "./pages";
export * from "./products";
export * from "./removed-orders";
export * from "./shop";
export * from "./stock";
export * from "./storefront";
export * from "./unmatched-payments";
