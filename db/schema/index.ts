/**
 * Tables of D1, by subject. Amounts are whole lamports, times are epoch milliseconds, flags are 0 or 1.
 * The columns that a state or a limit depends on carry CHECKs: the table refuses what a bug would write.
 */
export * from "./accounts";
export * from "./http";
export * from "./library";
export * from "./orders";
export * from "./pages";
export * from "./products";
export * from "./shop";
export * from "./storefront";
