// Written by `npm run generate` from app/routes.ts.
const segment = encodeURIComponent;

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
  "purchase-proof": "/purchases/:orderId/proof";
  "write-review": "/purchases/:orderId/review";
  take: "/take/:token";
  "download-problem": "/purchases/link/:token";
  review: "/dashboard/review";
  sales: "/dashboard/sales";
  "sale-receipt": "/dashboard/sales/:orderId/receipt";
  "received-reviews": "/dashboard/reviews";
  "answer-review": "/dashboard/reviews/:id";
  "product-reviews": "/reviews/:productId";
  sources: "/dashboard/sources";
  codes: "/codes";
  "new-code": "/codes/new";
  "codes-report": "/codes/report";
  code: "/codes/:id";
  bundles: "/bundles";
  "new-bundle": "/bundles/new";
  bundle: "/bundles/:id";
  report: "/report/:productId";
  "report-status": "/report/status/:token";
  "co-author": "/co-author/:token";
  shares: "/shares";
  "shares-report": "/shares/report";
  "share-receipt": "/shares/:orderId/receipt";
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
  "seller-status": "/profil/seller";
  "delete-account": "/profil/delete";
  edit: "/edit/:pid";
  poster: "/edit/:pid/poster";
  counter: "/edit/:pid/counter";
  "product-status": "/edit/:pid/status";
  "delete-product": "/edit/:pid/delete";
  "product-affiliates": "/edit/:pid/affiliates";
  duplicate: "/edit/:pid/duplicate";
  authors: "/edit/:pid/authors";
  "qr-file": "/edit/:pid/:file";
  "product-licences": "/edit/:pid/licences";
  affiliate: "/affiliate";
  "affiliate-report": "/affiliate/report";
  "affiliate-sale": "/affiliate/sales/:orderId";
  "affiliate-invitation": "/affiliate/invitation/:token";
  recommend: "/affiliate/:productId";
  "affiliate-qr": "/affiliate/:productId/:file";
  referral: "/r/:code/:productId";
  creator: "/createur";
  "wallet-guide": "/guide-wallet";
  "business-plan": "/businessPlan";
  login: "/login";
  recover: "/login/recover";
  about: "/about";
  terms: "/cgu";
  contact: "/contact";
  "on-ramp": "/tutoriel-moonpay";
  ranking: "/classement";
  accessibility: "/accessibilite";
  "legal-notice": "/mentions-legales";
  privacy: "/confidentialite";
  withdrawal: "/retractation";
  acknowledgement: "/retractation/:token";
  "acknowledgement-text": "/retractation/:token/text";
  "acknowledgement-statement": "/retractation/:token/statement";
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
  "api-guest-orders": "/api/checkout";
  "api-guest-order": "/api/checkout/:id";
  "api-guest-signature": "/api/checkout/:id/signature";
  "api-guest-transaction": "/api/checkout/:id/transaction";
  "api-guest-send": "/api/checkout/:id/send";
  "api-guest-leave-line": "/api/checkout/:id/leave";
  "api-guest-live": "/api/checkout/:id/live";
  "api-guest-file": "/api/checkout/:id/file";
  "api-guest-proof": "/api/checkout/:id/proof";
  "api-messages": "/api/orders/:id/messages";
  "api-accept": "/api/orders/:id/accept";
  "api-dismiss": "/api/orders/:id/dismiss";
  "api-claim": "/api/orders/:id/claim";
  "api-refund": "/api/orders/:id/refund";
  "api-send-refund": "/api/orders/:id/refund/send";
  "api-share": "/api/orders/:id/share";
  "api-send-share": "/api/orders/:id/share/send";
  "api-pay": "/api/pay/:transactionId";
  "api-buy": "/api/actions/buy/:productId";
  "licence-verify": "/v1/licences/verify";
  "licence-activate": "/v1/licences/activate";
  "licence-deactivate": "/v1/licences/deactivate";
  "actions-json": "/actions.json";
  "api-refresh-download": "/api/purchases/:productId/refresh";
  download: "/download/:token";
  "download-file": "/download/:token/:position";
  "shop-cards": "/shop/cards";
  "api-favourites": "/api/favourites";
  health: "/health";
  "api-replace-file": "/api/products/:pid/file";
  "api-release": "/api/products/:pid/release";
  "api-uploads": "/api/uploads";
  "api-upload": "/api/uploads/:key";
  "api-upload-part": "/api/uploads/:key/parts/:part";
  "api-complete-upload": "/api/uploads/:key/complete";
  "api-drafts": "/api/drafts";
  "api-draft": "/api/drafts/:pid";
  "api-publish-draft": "/api/drafts/:pid/publish";
  "api-events": "/api/events";
  "api-product-stock": "/api/products/:pid/stock";
  "api-pictures": "/api/products/:pid/pictures";
  "api-sample": "/api/products/:pid/sample";
  media: "/media/:id";
  "product-picture": "/pictures/:id/:name";
  theme: "/theme";
  currency: "/currency";
  "language-hint": "/language-hint";
  sitemap: "/sitemap.xml";
  "sitemap-pages": "/sitemap/pages.xml";
  "sitemap-products": "/sitemap/products/:part";
  "sitemap-sellers": "/sitemap/sellers/:part";
  robots: "/robots.txt";
  "security-text": "/.well-known/security.txt";
  "public-keys": "/.well-known/comptoir.json";
  "change-password": "/.well-known/change-password";
  manifest: "/manifest.webmanifest";
  "catch-all": "/*";
}

/** Every path outside of the API by the id of its route, with encoded parameters. */
export const paths = {
  home: "/",
  shop: "/shop",
  sell: (id: string) => `/sell/${segment(id)}`,
  preview: (id: string) => `/preview/${segment(id)}`,
  accueil: "/accueil",
  buy: (productId: string) => `/acheter/${segment(productId)}`,
  dashboard: "/dashboard",
  salesReport: "/dashboard/sales.csv",
  transactionsReport: "/dashboard/transactions.csv",
  purchases: "/purchases",
  take: (token: string) => `/take/${segment(token)}`,
  review: "/dashboard/review",
  sales: "/dashboard/sales",
  saleReceipt: (orderId: string) => `/dashboard/sales/${segment(orderId)}/receipt`,
  sources: "/dashboard/sources",
  report: (productId: string) => `/report/${segment(productId)}`,
  reportStatus: (token: string) => `/report/status/${segment(token)}`,
  claim: (id: string) => `/claim/${segment(id)}`,
  messages: "/messages",
  newMessage: "/messages/new",
  thread: (id: string) => `/messages/${segment(id)}`,
  newProduct: "/transaction",
  draft: (pid: string) => `/transaction/${segment(pid)}`,
  publishDraft: (pid: string) => `/transaction/${segment(pid)}/publish`,
  manageSell: "/manage-sell",
  profile: "/profil",
  edit: (pid: string) => `/edit/${segment(pid)}`,
  creator: "/createur",
  walletGuide: "/guide-wallet",
  businessPlan: "/businessPlan",
  login: "/login",
  recover: "/login/recover",
  about: "/about",
  terms: "/cgu",
  contact: "/contact",
  onRamp: "/tutoriel-moonpay",
  ranking: "/classement",
  accessibility: "/accessibilite",
  legalNotice: "/mentions-legales",
  privacy: "/confidentialite",
  withdrawal: "/retractation",
  logout: "/logout",
  download: (token: string) => `/download/${segment(token)}`,
  downloadFile: (token: string, position: string) =>
    `/download/${segment(token)}/${segment(position)}`,
  shopCards: "/shop/cards",
  media: (id: string) => `/media/${segment(id)}`,
  productPicture: (id: string, name: string) => `/pictures/${segment(id)}/${segment(name)}`,
  theme: "/theme",
  currency: "/currency",
  languageHint: "/language-hint",
  manifest: "/manifest.webmanifest",
} as const;
