import { index, type RouteConfig, route } from "@remix-run/route-config";

/**
 * All route patterns, in the order of the specification's route table; resources without a page come
 * last. `http/access.ts` has the access rule of each route id.
 */
export default [
  index("pages/routes/home.tsx", { id: "home" }),
  route("shop", "shop/routes/shop.tsx", { id: "shop" }),
  route("sell/:id", "storefront/routes/sell.tsx", { id: "sell" }),
  route("preview/:id", "shop/routes/preview.tsx", { id: "preview" }),
  route("accueil", "pages/routes/home.tsx", { id: "accueil" }),
  route("acheter/:productId", "checkout/routes/buy.tsx", { id: "buy" }),
  route("dashboard", "dashboard/routes/dashboard.tsx", { id: "dashboard" }),
  route("dashboard/sales.csv", "dashboard/routes/dashboard.sales-csv.ts", { id: "sales-report" }),
  route("dashboard/transactions.csv", "dashboard/routes/dashboard.transactions-csv.ts", {
    id: "transactions-report",
  }),
  route("purchases", "library/routes/purchases.tsx", { id: "purchases" }),
  route("purchases/:productId/file", "library/routes/purchases.file.ts", { id: "purchased-file" }),
  route("purchases/:productId/handover", "library/routes/purchases.handover.tsx", {
    id: "handover",
  }),
  route("purchases/:orderId/receipt", "library/routes/purchases.receipt.tsx", {
    id: "purchase-receipt",
  }),
  route("purchases/:orderId/proof", "library/routes/purchases.proof.ts", { id: "purchase-proof" }),
  route("purchases/:orderId/review", "reviews/routes/purchases.review.tsx", {
    id: "write-review",
  }),
  route("take/:token", "library/routes/take.tsx", { id: "take" }),
  route("purchases/link/:token", "library/routes/download.problem.tsx", {
    id: "download-problem",
  }),
  route("dashboard/review", "refunds/routes/dashboard.review.tsx", { id: "review" }),
  route("dashboard/sales", "refunds/routes/dashboard.sales.tsx", { id: "sales" }),
  route("dashboard/sales/:orderId/receipt", "library/routes/sales.receipt.tsx", {
    id: "sale-receipt",
  }),
  route("dashboard/reviews", "reviews/routes/dashboard.reviews.tsx", { id: "received-reviews" }),
  route("dashboard/reviews/:id", "reviews/routes/dashboard.reviews.answer.tsx", {
    id: "answer-review",
  }),
  route("reviews/:productId", "reviews/routes/reviews.product.tsx", { id: "product-reviews" }),
  route("dashboard/sources", "dashboard/routes/dashboard.sources.tsx", { id: "sources" }),
  route("codes", "codes/routes/codes.tsx", { id: "codes" }),
  route("codes/new", "codes/routes/codes.new.tsx", { id: "new-code" }),
  route("codes/report", "codes/routes/codes.report.ts", { id: "codes-report" }),
  route("codes/:id", "codes/routes/codes.edit.tsx", { id: "code" }),
  route("bundles", "bundles/routes/bundles.tsx", { id: "bundles" }),
  route("bundles/new", "bundles/routes/bundles.new.tsx", { id: "new-bundle" }),
  route("bundles/:id", "bundles/routes/bundles.edit.tsx", { id: "bundle" }),
  route("report/:productId", "reports/routes/report.tsx", { id: "report" }),
  route("report/status/:token", "reports/routes/report.status.tsx", { id: "report-status" }),
  route("co-author/:token", "sharing/routes/co-author.tsx", { id: "co-author" }),
  route("shares", "sharing/routes/shares.tsx", { id: "shares" }),
  route("shares/report", "sharing/routes/shares.report.ts", { id: "shares-report" }),
  route("shares/:orderId/receipt", "sharing/routes/shares.receipt.tsx", { id: "share-receipt" }),
  route("claim/:id", "checkout/routes/claim.tsx", { id: "claim" }),
  route("messages", "messages/routes/messages.tsx", { id: "messages" }),
  route("messages/new", "messages/routes/messages.new.tsx", { id: "new-message" }),
  route("messages/:id", "messages/routes/messages.thread.tsx", { id: "thread" }),
  route("transaction", "products/routes/new-product.tsx", { id: "new-product" }),
  route("transaction/:pid", "products/routes/draft.ts", { id: "draft" }),
  route("transaction/:pid/publish", "products/routes/draft.publish.tsx", { id: "publish-draft" }),
  route("manage-sell", "storefront/routes/manage-sell.tsx", { id: "manage-sell" }),
  route("profil", "accounts/routes/profile.tsx", { id: "profile" }),
  route("profil/confirm", "accounts/routes/profile.confirm.tsx", { id: "reauthenticate" }),
  route("profil/password", "accounts/routes/profile.password.tsx", { id: "password" }),
  route("profil/codes", "accounts/routes/profile.codes.tsx", { id: "recovery-codes" }),
  route("profil/codes/text", "accounts/routes/profile.codes.text.ts", {
    id: "recovery-codes-text",
  }),
  route("profil/remove/:method", "accounts/routes/profile.remove.tsx", {
    id: "remove-login-method",
  }),
  route("profil/seller", "accounts/routes/profile.seller.tsx", { id: "seller-status" }),
  route("profil/delete", "accounts/routes/profile.delete.tsx", { id: "delete-account" }),
  route("edit/:pid", "products/routes/edit.tsx", { id: "edit" }),
  route("edit/:pid/poster", "products/routes/edit.poster.tsx", { id: "poster" }),
  route("edit/:pid/counter", "products/routes/edit.counter.tsx", { id: "counter" }),
  route("edit/:pid/status", "dashboard/routes/product-status.tsx", { id: "product-status" }),
  route("edit/:pid/delete", "dashboard/routes/delete-product.tsx", { id: "delete-product" }),
  route("edit/:pid/affiliates", "affiliates/routes/edit.affiliates.tsx", {
    id: "product-affiliates",
  }),
  route("edit/:pid/duplicate", "products/routes/edit.duplicate.ts", { id: "duplicate" }),
  route("edit/:pid/authors", "sharing/routes/edit.authors.tsx", { id: "authors" }),
  route("edit/:pid/:file", "products/routes/edit.qr.ts", { id: "qr-file" }),
  route("edit/:pid/licences", "licences/routes/edit.licences.tsx", { id: "product-licences" }),
  route("affiliate", "affiliates/routes/affiliate.tsx", { id: "affiliate" }),
  route("affiliate/report", "affiliates/routes/affiliate.report.ts", { id: "affiliate-report" }),
  route("affiliate/sales/:orderId", "affiliates/routes/affiliate.sale.tsx", {
    id: "affiliate-sale",
  }),
  route("affiliate/invitation/:token", "affiliates/routes/affiliate.invitation.tsx", {
    id: "affiliate-invitation",
  }),
  route("affiliate/:productId", "affiliates/routes/recommend.tsx", { id: "recommend" }),
  route("affiliate/:productId/:file", "affiliates/routes/affiliate.qr.ts", {
    id: "affiliate-qr",
  }),
  route("r/:code/:productId", "affiliates/routes/referral.ts", { id: "referral" }),
  route("createur", "pages/routes/creator-guide.tsx", { id: "creator" }),
  route("guide-wallet", "pages/routes/wallet-guide.tsx", { id: "wallet-guide" }),
  route("businessPlan", "pages/routes/business-plan.tsx", { id: "business-plan" }),
  route("login", "accounts/routes/login.tsx", { id: "login" }),
  route("login/recover", "accounts/routes/login.recover.tsx", { id: "recover" }),
  route("about", "pages/routes/about.tsx", { id: "about" }),
  route("cgu", "pages/routes/terms.tsx", { id: "terms" }),
  route("contact", "pages/routes/contact.tsx", { id: "contact" }),
  route("tutoriel-moonpay", "pages/routes/on-ramp-tutorial.tsx", { id: "on-ramp" }),
  route("classement", "pages/routes/ranking.tsx", { id: "ranking" }),
  route("accessibilite", "pages/routes/accessibility.tsx", { id: "accessibility" }),
  route("mentions-legales", "pages/routes/legal-notice.tsx", { id: "legal-notice" }),
  route("confidentialite", "pages/routes/privacy.tsx", { id: "privacy" }),
  route("retractation", "withdrawals/routes/withdrawal.tsx", { id: "withdrawal" }),
  route("retractation/:token", "withdrawals/routes/withdrawal.acknowledgement.tsx", {
    id: "acknowledgement",
  }),
  route("retractation/:token/text", "withdrawals/routes/withdrawal.text.ts", {
    id: "acknowledgement-text",
  }),
  route("retractation/:token/statement", "withdrawals/routes/withdrawal.statement.ts", {
    id: "acknowledgement-statement",
  }),
  route("logout", "accounts/routes/logout.ts", { id: "logout" }),
  route("auth/google", "accounts/google/routes/auth.google.tsx", { id: "google-start" }),
  route("auth/google/link", "accounts/google/routes/auth.google.link.tsx", { id: "google-link" }),
  route("auth/google/proof", "accounts/google/routes/auth.google.reauthenticate.tsx", {
    id: "google-reauthenticate",
  }),
  route("auth/google/callback", "accounts/google/routes/auth.google.callback.tsx", {
    id: "google-callback",
  }),
  route("auth/google/account", "accounts/google/routes/auth.google.account.tsx", {
    id: "google-account",
  }),
  route("auth/google/proven", "accounts/google/routes/auth.google.reauthenticated.tsx", {
    id: "google-reauthenticated",
  }),
  route("api/wallet/challenge", "accounts/routes/api.wallet.challenge.ts", {
    id: "api-wallet-challenge",
  }),
  route("api/wallet/sign-in", "accounts/routes/api.wallet.sign-in.ts", {
    id: "api-wallet-sign-in",
  }),
  route("api/wallet/link", "accounts/routes/api.wallet.link.ts", { id: "api-wallet-link" }),
  route("api/wallet/merge", "accounts/routes/api.wallet.merge.ts", { id: "api-wallet-merge" }),
  route("api/proof", "accounts/routes/api.reauthenticate.ts", { id: "api-reauthenticate" }),
  route("api/demo/airdrop", "wallet/routes/api.demo.airdrop.ts", { id: "api-demo-airdrop" }),
  route("api/demo/balance", "wallet/routes/api.demo.balance.ts", { id: "api-demo-balance" }),
  route("api/demo/send", "wallet/routes/api.demo.send.ts", { id: "api-demo-send" }),
  route("api/transactions", "checkout/routes/api.transactions.ts", { id: "api-orders" }),
  route("api/transactions/:id", "checkout/routes/api.transactions.id.ts", { id: "api-order" }),
  route("api/transactions/:id/signature", "checkout/routes/api.transactions.signature.ts", {
    id: "api-signature",
  }),
  route("api/transactions/:id/transaction", "checkout/routes/api.transactions.transaction.ts", {
    id: "api-transaction",
  }),
  route("api/transactions/:id/send", "checkout/routes/api.transactions.send.ts", {
    id: "api-send",
  }),
  route("api/transactions/:id/leave", "checkout/routes/api.transactions.leave.ts", {
    id: "api-leave-line",
  }),
  route("api/transactions/:id/live", "checkout/routes/api.transactions.live.ts", {
    id: "api-live",
  }),
  route("api/checkout", "checkout/routes/api.checkout.ts", { id: "api-guest-orders" }),
  route("api/checkout/:id", "checkout/routes/api.checkout.id.ts", { id: "api-guest-order" }),
  route("api/checkout/:id/signature", "checkout/routes/api.checkout.signature.ts", {
    id: "api-guest-signature",
  }),
  route("api/checkout/:id/transaction", "checkout/routes/api.checkout.transaction.ts", {
    id: "api-guest-transaction",
  }),
  route("api/checkout/:id/send", "checkout/routes/api.checkout.send.ts", {
    id: "api-guest-send",
  }),
  route("api/checkout/:id/leave", "checkout/routes/api.checkout.leave.ts", {
    id: "api-guest-leave-line",
  }),
  route("api/checkout/:id/live", "checkout/routes/api.checkout.live.ts", {
    id: "api-guest-live",
  }),
  route("api/checkout/:id/file", "checkout/routes/api.checkout.file.ts", {
    id: "api-guest-file",
  }),
  route("api/checkout/:id/proof", "library/routes/api.checkout.proof.ts", {
    id: "api-guest-proof",
  }),
  route("api/orders/:id/messages", "messages/routes/api.orders.messages.ts", {
    id: "api-messages",
  }),
  route("api/orders/:id/accept", "refunds/routes/api.orders.accept.ts", { id: "api-accept" }),
  route("api/orders/:id/dismiss", "refunds/routes/api.orders.dismiss.ts", {
    id: "api-dismiss",
  }),
  route("api/orders/:id/claim", "checkout/routes/api.orders.claim.ts", { id: "api-claim" }),
  route("api/orders/:id/refund", "refunds/routes/api.orders.refund.ts", { id: "api-refund" }),
  route("api/orders/:id/refund/send", "refunds/routes/api.orders.refund.send.ts", {
    id: "api-send-refund",
  }),
  route("api/orders/:id/share", "refunds/routes/api.orders.share.ts", { id: "api-share" }),
  route("api/orders/:id/share/send", "refunds/routes/api.orders.share.send.ts", {
    id: "api-send-share",
  }),
  route("api/pay/:transactionId", "checkout/routes/api.pay.ts", { id: "api-pay" }),
  route("api/actions/buy/:productId", "checkout/routes/api.actions.buy.ts", { id: "api-buy" }),
  route("v1/licences/verify", "licences/routes/v1.licences.verify.ts", { id: "licence-verify" }),
  route("v1/licences/activate", "licences/routes/v1.licences.activate.ts", {
    id: "licence-activate",
  }),
  route("v1/licences/deactivate", "licences/routes/v1.licences.deactivate.ts", {
    id: "licence-deactivate",
  }),
  route("actions.json", "checkout/routes/actions.rules.ts", { id: "actions-json" }),
  route("api/purchases/:productId/refresh", "library/routes/api.purchases.refresh.ts", {
    id: "api-refresh-download",
  }),
  route("download/:token", "library/routes/download.ts", { id: "download" }),
  route("download/:token/:position", "library/routes/download.file.ts", { id: "download-file" }),
  route("shop/cards", "shop/routes/shop.cards.ts", { id: "shop-cards" }),
  route("api/favourites", "shop/routes/api.favourites.ts", { id: "api-favourites" }),
  route("health", "http/routes/health.ts", { id: "health" }),
  route("api/products/:pid/file", "products/routes/api.products.file.ts", {
    id: "api-replace-file",
  }),
  route("api/products/:pid/release", "products/routes/api.products.release.ts", {
    id: "api-release",
  }),
  route("api/uploads", "products/routes/api.uploads.ts", { id: "api-uploads" }),
  route("api/uploads/:key", "products/routes/api.uploads.key.ts", { id: "api-upload" }),
  route("api/uploads/:key/parts/:part", "products/routes/api.uploads.part.ts", {
    id: "api-upload-part",
  }),
  route("api/uploads/:key/complete", "products/routes/api.uploads.complete.ts", {
    id: "api-complete-upload",
  }),
  route("api/drafts", "products/routes/api.drafts.ts", { id: "api-drafts" }),
  route("api/drafts/:pid", "products/routes/api.drafts.draft.ts", { id: "api-draft" }),
  route("api/drafts/:pid/publish", "products/routes/api.drafts.publish.ts", {
    id: "api-publish-draft",
  }),
  route("api/events", "dashboard/routes/api.events.ts", { id: "api-events" }),
  route("api/products/:pid/stock", "products/routes/api.products.stock.ts", {
    id: "api-product-stock",
  }),
  route("api/products/:pid/pictures", "products/routes/api.products.pictures.ts", {
    id: "api-pictures",
  }),
  route("api/products/:pid/sample", "products/routes/api.products.sample.ts", {
    id: "api-sample",
  }),
  route("media/:id", "products/routes/media.ts", { id: "media" }),
  route("pictures/:id/:name", "products/routes/product-picture.ts", { id: "product-picture" }),
  route("theme", "http/routes/theme.ts", { id: "theme" }),
  route("currency", "http/routes/currency.ts", { id: "currency" }),
  route("language-hint", "http/routes/language-hint.ts", { id: "language-hint" }),
  route("sitemap.xml", "pages/routes/sitemap.ts", { id: "sitemap" }),
  route("sitemap/pages.xml", "pages/routes/sitemap.pages.ts", { id: "sitemap-pages" }),
  route("sitemap/products/:part", "pages/routes/sitemap.products.ts", { id: "sitemap-products" }),
  route("sitemap/sellers/:part", "pages/routes/sitemap.sellers.ts", { id: "sitemap-sellers" }),
  route("robots.txt", "http/routes/robots.ts", { id: "robots" }),
  route(".well-known/security.txt", "http/routes/security-txt.ts", { id: "security-text" }),
  route(".well-known/comptoir.json", "http/routes/public-keys.ts", { id: "public-keys" }),
  route(".well-known/change-password", "http/routes/change-password.ts", { id: "change-password" }),
  route("manifest.webmanifest", "http/routes/web-manifest.ts", { id: "manifest" }),
  route("*", "http/routes/catch-all.ts", { id: "catch-all" }),
] satisfies RouteConfig;
