// Written by `npm run generate` from locales.
/** Namespaces whose file has another name. */
export const FILES: Record<string, string> = {
  account: "accounts",
  google: "accounts",
  buy: "checkout",
  waiver: "checkout",
  sources: "dashboard",
  refusals: "http",
  receipt: "library",
  publish: "products",
  draft: "products",
  categories: "products",
  badge: "products",
  "seller-status": "products",
  product: "products",
  review: "refunds",
  preview: "shop",
  sell: "storefront",
  "manage-sell": "storefront",
  common: "ui",
  toasts: "ui",
  "preview-frame": "ui",
};
