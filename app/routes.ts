import { index, type RouteConfig, route } from "@remix-run/route-config";

/** In the order of the specification's route table; resources without a page come last. */
export default [
  index("routes/home.tsx"),
  route("accueil", "routes/home.tsx", { id: "accueil" }),
  route("api/transactions", "routes/api.transactions.ts"),
  route("api/transactions/:id", "routes/api.transactions.id.ts"),
  route("api/transactions/:id/signature", "routes/api.transactions.signature.ts"),
  route("api/transactions/:id/live", "routes/api.transactions.live.ts"),
  route("api/pay/:transactionId", "routes/api.pay.ts"),
  route("api/purchases/:productId/refresh", "routes/api.purchases.refresh.ts"),
  route("download/:token", "routes/download.ts"),
  route("health", "routes/health.ts"),
  route("api/uploads", "routes/api.uploads.ts"),
  route("api/uploads/:key", "routes/api.uploads.key.ts"),
  route("api/uploads/:key/parts/:part", "routes/api.uploads.part.ts"),
  route("api/uploads/:key/complete", "routes/api.uploads.complete.ts"),
  route("media/*", "routes/media.ts"),
  route("theme", "routes/theme.ts"),
  route("language-hint", "routes/language-hint.ts"),
  route("*", "routes/unknown.ts"),
] satisfies RouteConfig;
