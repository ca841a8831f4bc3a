// Written by `npm run generate` from the files of db/schema.
/**
 * Tables of D1, by subject. Amounts are whole lamports, times are epoch milliseconds, flags are 0 or 1.
 * CHECK constraints protect stock limits and amounts against bugs in the app.
 */
export * from "./accounts";
export * from "./affiliates";
export * from "./bundles";
export * from "./codes";
export * from "./dashboard";
export * from "./http";
export * from "./library";
export * from "./licences";
export * from "./messages";
export * from "./orders";
export * from "./pages";
export * from "./products";
export * from "./reports";
export * from "./reviews";
export * from "./settlement";
export * from "./sharing";
export * from "./shop";
export * from "./storefront";
export * from "./withdrawals";
