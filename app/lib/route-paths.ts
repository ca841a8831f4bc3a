// Written by `npm run generate` from app/routes.ts.
export * as api from "./route-paths-api";
export * as google from "./route-paths-google";

/** The patterns of the routes by their ids. */
export interface RoutePatterns {
  home: "/";
  shop: "/shop";
  sell: "/sell/:id";
  preview: "/preview/:id";
  accueil: "/accueil";
  buy: "/acheter/:productId";
  dashboard: "/dashboard";
  "sales-report": "/dashboard/sales.csv";
  "transactions-report": "/dashboard/transactions.csv";
  purchases: "/purchases";
  "purchased-file": "/purchases/:productId/file";
  handover: "/purchases/:productId/handover";
  "purchase-receipt": "/purchases/:orderId/receipt";
  take: "/take/:token";
  "download-problem": "/purchases/link/:token";
  review: "/dashboard/review";
  sales: "/dashboard/sales";
  "sale-receipt": "/dashboard/sales/:orderId/receipt";
  claim: "/claim/:id";
  messages: "/messages";
  "new-message": "/messages/new";
  thread: "/messages/:id";
  "new-product": "/transaction";
  draft: "/transaction/:pid";
  "publish-draft": "/transaction/:pid/publish";
  "manage-sell": "/manage-sell";
  profile: "/profil";
  reauthenticate: "/profil/confirm";
  password: "/profil/password";
  "recovery-codes": "/profil/codes";
  "recovery-codes-text": "/profil/codes/text";
  "remove-login-method": "/profil/remove/:method";
  "delete-account": "/profil/delete";
  edit: "/edit/:pid";
  poster: "/edit/:pid/poster";
  counter: "/edit/:pid/counter";
  "product-status": "/edit/:pid/status";
  "delete-product": "/edit/:pid/delete";
  "qr-file": "/edit/:pid/:file";
  creator: "/createur";
  "wallet-guide": "/guide-wallet";
  "business-plan": "/businessPlan";
  login: "/login";
  recover: "/login/recover";
  about: "/about";
  terms: "/cgu";
  contact: "/contact";
  "on-ramp": "/tutoriel-moonpay";
  accessibility: "/accessibilite";
  "legal-notice": "/mentions-legales";
  privacy: "/confidentialite";
  logout: "/logout";
  "google-start": "/auth/google";
  "google-link": "/auth/google/link";
  "google-reauthenticate": "/auth/google/proof";
  "google-callback": "/auth/google/callback";
  "google-account": "/auth/google/account";
  "google-reauthenticated": "/auth/google/proven";
  "api-wallet-challenge": "/api/wallet/challenge";
  "api-wallet-sign-in": "/api/wallet/sign-in";
  "api-wallet-link": "/api/wallet/link";
  "api-wallet-merge": "/api/wallet/merge";
  "api-reauthenticate": "/api/proof";
  "api-demo-airdrop": "/api/demo/airdrop";
  "api-demo-balance": "/api/demo/balance";
  "api-demo-send": "/api/demo/send";
  "api-orders": "/api/transactions";
  "api-order": "/api/transactions/:id";
  "api-signature": "/api/transactions/:id/signature";
  "api-transaction": "/api/transactions/:id/transaction";
  "api-send": "/api/transactions/:id/send";
  "api-leave-line": "/api/transactions/:id/leave";
  "api-live": "/api/transactions/:id/live";
  "api-messages": "/api/orders/:id/messages";
  "api-accept": "/api/orders/:id/accept";
  "api-dismiss": "/api/orders/:id/dismiss";
  "api-claim": "/api/orders/:id/claim";
  "api-refund": "/api/orders/:id/refund";
  "api-send-refund": "/api/orders/:id/refund/send";
  "api-pay": "/api/pay/:transactionId";
  "api-buy": "/api/actions/buy/:productId";
  "actions-json": "/actions.json";
  "api-refresh-download": "/api/purchases/:productId/refresh";
  download: "/download/:token";
  "shop-cards": "/shop/cards";
  "api-favourites": "/api/favourites";
  health: "/health";
  "api-replace-file": "/api/products/:pid/file";
  "api-uploads": "/api/uploads";
  "api-upload": "/api/uploads/:key";
  "api-upload-part": "/api/uploads/:key/parts/:part";
  "api-complete-upload": "/api/uploads/:key/complete";
  "api-sales-state": "/api/sales/state";
  "api-product-stock": "/api/products/:pid/stock";
  media: "/media/:id";
  "product-picture": "/pictures/:id/:name";
  theme: "/theme";
  "language-hint": "/language-hint";
  sitemap: "/sitemap.xml";
  "sitemap-pages": "/sitemap/pages.xml";
  "sitemap-products": "/sitemap/products/:part";
  "sitemap-sellers": "/sitemap/sellers/:part";
  robots: "/robots.txt";
  "security-text": "/.well-known/security.txt";
  "change-password": "/.well-known/change-password";
  manifest: "/manifest.webmanifest";
  "catch-all": "/*";
}

export const home = "/";

export const shop = "/shop";

export function sell(id: string) {
  return `/sell/${encodeURIComponent(id)}`;
}

export function preview(id: string) {
  return `/preview/${encodeURIComponent(id)}`;
}

export const accueil = "/accueil";

export function buy(productId: string) {
  return `/acheter/${encodeURIComponent(productId)}`;
}

export const dashboard = "/dashboard";

export const salesReport = "/dashboard/sales.csv";

export const transactionsReport = "/dashboard/transactions.csv";

export const purchases = "/purchases";

export function purchasedFile(productId: string) {
  return `/purchases/${encodeURIComponent(productId)}/file`;
}

export function handover(productId: string) {
  return `/purchases/${encodeURIComponent(productId)}/handover`;
}

export function purchaseReceipt(orderId: string) {
  return `/purchases/${encodeURIComponent(orderId)}/receipt`;
}

export function take(token: string) {
  return `/take/${encodeURIComponent(token)}`;
}

export function downloadProblem(token: string) {
  return `/purchases/link/${encodeURIComponent(token)}`;
}

export const review = "/dashboard/review";

export const sales = "/dashboard/sales";

export function saleReceipt(orderId: string) {
  return `/dashboard/sales/${encodeURIComponent(orderId)}/receipt`;
}

export function claim(id: string) {
  return `/claim/${encodeURIComponent(id)}`;
}

export const messages = "/messages";

export const newMessage = "/messages/new";

export function thread(id: string) {
  return `/messages/${encodeURIComponent(id)}`;
}

export const newProduct = "/transaction";

export function draft(pid: string) {
  return `/transaction/${encodeURIComponent(pid)}`;
}

export function publishDraft(pid: string) {
  return `/transaction/${encodeURIComponent(pid)}/publish`;
}

export const manageSell = "/manage-sell";

export const profile = "/profil";

export const reauthenticate = "/profil/confirm";

export const password = "/profil/password";

export const recoveryCodes = "/profil/codes";

export const recoveryCodesText = "/profil/codes/text";

export function removeLoginMethod(method: string) {
  return `/profil/remove/${encodeURIComponent(method)}`;
}

export const deleteAccount = "/profil/delete";

export function edit(pid: string) {
  return `/edit/${encodeURIComponent(pid)}`;
}

export function poster(pid: string) {
  return `/edit/${encodeURIComponent(pid)}/poster`;
}

export function counter(pid: string) {
  return `/edit/${encodeURIComponent(pid)}/counter`;
}

export function productStatus(pid: string) {
  return `/edit/${encodeURIComponent(pid)}/status`;
}

export function deleteProduct(pid: string) {
  return `/edit/${encodeURIComponent(pid)}/delete`;
}

export function qrFile(pid: string, file: string) {
  return `/edit/${encodeURIComponent(pid)}/${encodeURIComponent(file)}`;
}

export const creator = "/createur";

export const walletGuide = "/guide-wallet";

export const businessPlan = "/businessPlan";

export const login = "/login";

export const recover = "/login/recover";

export const about = "/about";

export const terms = "/cgu";

export const contact = "/contact";

export const onRamp = "/tutoriel-moonpay";

export const accessibility = "/accessibilite";

export const legalNotice = "/mentions-legales";

export const privacy = "/confidentialite";

export const logout = "/logout";

export const actionsJson = "/actions.json";

export function download(token: string) {
  return `/download/${encodeURIComponent(token)}`;
}

export const shopCards = "/shop/cards";

export const health = "/health";

export function media(id: string) {
  return `/media/${encodeURIComponent(id)}`;
}

export function productPicture(id: string, name: string) {
  return `/pictures/${encodeURIComponent(id)}/${encodeURIComponent(name)}`;
}

export const theme = "/theme";

export const languageHint = "/language-hint";

export const sitemap = "/sitemap.xml";

export const sitemapPages = "/sitemap/pages.xml";

export function sitemapProducts(part: string) {
  return `/sitemap/products/${encodeURIComponent(part)}`;
}

export function sitemapSellers(part: string) {
  return `/sitemap/sellers/${encodeURIComponent(part)}`;
}

export const robots = "/robots.txt";

export const securityText = "/.well-known/security.txt";

export const changePassword = "/.well-known/change-password";

export const manifest = "/manifest.webmanifest";
