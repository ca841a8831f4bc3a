const segment = encodeURIComponent;

/** The query string of a link, with `?`; null values are omitted, and without values it is empty. */
export function query(values: Record<string, string | number | null>): string {
  let text = "";
  for (const [name, value] of Object.entries(values)) {
    if (value !== null) text += `${text ? "&" : "?"}${name}=${formEncode(String(value))}`;
  }
  return text;
}

/** Most values need no encoding, and a page of the shop has 50 queries. */
function formEncode(value: string): string {
  if (/^[\w.-]*$/.test(value)) return value;
  return new URLSearchParams({ value }).toString().slice("value=".length);
}

/**
 * Every path of the app, with encoded parameters. The route patterns are in `app/routes.ts`; a test
 * compares the two.
 */
export const paths = {
  home: "/",
  accueil: "/accueil",
  shop: "/shop",
  shopCards: "/shop/cards",
  sell: (uid: string) => `/sell/${segment(uid)}`,
  preview: (productId: string) => `/preview/${segment(productId)}`,
  buy: (productId: string) => `/acheter/${segment(productId)}`,
  dashboard: "/dashboard",
  salesReport: "/dashboard/sales.csv",
  transactionsReport: "/dashboard/transactions.csv",
  review: "/dashboard/review",
  sales: "/dashboard/sales",
  saleReceipt: (orderId: string) => `/dashboard/sales/${segment(orderId)}/receipt`,
  purchases: "/purchases",
  purchasedFile: (productId: string) => `/purchases/${segment(productId)}/file`,
  handover: (productId: string) => `/purchases/${segment(productId)}/handover`,
  purchaseReceipt: (orderId: string) => `/purchases/${segment(orderId)}/receipt`,
  take: (token: string) => `/take/${segment(token)}`,
  claim: (orderId: string) => `/claim/${segment(orderId)}`,
  messages: "/messages",
  newMessage: "/messages/new",
  thread: (threadId: string) => `/messages/${segment(threadId)}`,
  newProduct: "/transaction",
  draft: (productId: string) => `/transaction/${segment(productId)}`,
  publishDraft: (productId: string) => `/transaction/${segment(productId)}/publish`,
  manageSell: "/manage-sell",
  edit: (productId: string) => `/edit/${segment(productId)}`,
  poster: (productId: string) => `/edit/${segment(productId)}/poster`,
  counter: (productId: string) => `/edit/${segment(productId)}/counter`,
  productStatus: (productId: string) => `/edit/${segment(productId)}/status`,
  deleteProduct: (productId: string) => `/edit/${segment(productId)}/delete`,
  qrFile: (productId: string, format: "svg" | "png") => `/edit/${segment(productId)}/qr.${format}`,
  profile: "/profil",
  reauthenticate: "/profil/confirm",
  password: "/profil/password",
  recoveryCodes: "/profil/codes",
  recoveryCodesText: "/profil/codes/text",
  removeLoginMethod: (method: string) => `/profil/remove/${segment(method)}`,
  deleteAccount: "/profil/delete",
  creator: "/createur",
  walletGuide: "/guide-wallet",
  businessPlan: "/businessPlan",
  login: "/login",
  recover: "/login/recover",
  logout: "/logout",
  about: "/about",
  terms: "/cgu",
  contact: "/contact",
  accessibility: "/accessibilite",
  onRamp: "/tutoriel-moonpay",
  legalNotice: "/mentions-legales",
  privacy: "/confidentialite",
  theme: "/theme",
  languageHint: "/language-hint",
  sitemap: "/sitemap.xml",
  sitemapPages: "/sitemap/pages.xml",
  sitemapProducts: (part: number) => `/sitemap/products/${part}.xml`,
  sitemapSellers: (part: number) => `/sitemap/sellers/${part}.xml`,
  robots: "/robots.txt",
  securityText: "/.well-known/security.txt",
  changePassword: "/.well-known/change-password",
  manifest: "/manifest.webmanifest",
  media: (id: string) => `/media/${segment(id)}`,
  productPicture: (id: string, name: string) => `/pictures/${segment(id)}/${segment(name)}`,
  download: (token: string) => `/download/${segment(token)}`,
  downloadProblem: (token: string) => `/purchases/link/${segment(token)}`,
  google: {
    start: "/auth/google",
    link: "/auth/google/link",
    reauthenticate: "/auth/google/proof",
    callback: "/auth/google/callback",
    account: "/auth/google/account",
    reauthenticated: "/auth/google/proven",
  },
  api: {
    walletChallenge: "/api/wallet/challenge",
    walletSignIn: "/api/wallet/sign-in",
    walletLink: "/api/wallet/link",
    walletMerge: "/api/wallet/merge",
    reauthenticate: "/api/proof",
    demoAirdrop: "/api/demo/airdrop",
    demoBalance: "/api/demo/balance",
    demoSend: "/api/demo/send",
    orders: "/api/transactions",
    order: (orderId: string) => `/api/transactions/${segment(orderId)}`,
    signature: (orderId: string) => `/api/transactions/${segment(orderId)}/signature`,
    transaction: (orderId: string) => `/api/transactions/${segment(orderId)}/transaction`,
    send: (orderId: string) => `/api/transactions/${segment(orderId)}/send`,
    leaveLine: (orderId: string) => `/api/transactions/${segment(orderId)}/leave`,
    live: (orderId: string) => `/api/transactions/${segment(orderId)}/live`,
    messages: (orderId: string) => `/api/orders/${segment(orderId)}/messages`,
    accept: (orderId: string) => `/api/orders/${segment(orderId)}/accept`,
    dismiss: (orderId: string) => `/api/orders/${segment(orderId)}/dismiss`,
    claim: (orderId: string) => `/api/orders/${segment(orderId)}/claim`,
    refund: (orderId: string) => `/api/orders/${segment(orderId)}/refund`,
    sendRefund: (orderId: string) => `/api/orders/${segment(orderId)}/refund/send`,
    pay: (orderId: string) => `/api/pay/${segment(orderId)}`,
    buy: (productId: string) => `/api/actions/buy/${segment(productId)}`,
    refreshDownload: (productId: string) => `/api/purchases/${segment(productId)}/refresh`,
    favourites: "/api/favourites",
    replaceFile: (productId: string) => `/api/products/${segment(productId)}/file`,
    salesState: "/api/sales/state",
    productStock: (productId: string) => `/api/products/${segment(productId)}/stock`,
    uploads: "/api/uploads",
    upload: (key: string) => `/api/uploads/${segment(key)}`,
    uploadPart: (key: string, number: number) => `/api/uploads/${segment(key)}/parts/${number}`,
    completeUpload: (key: string) => `/api/uploads/${segment(key)}/complete`,
  },
} as const;

/** Matches every Solana Action of the app, for `actions.json`. */
export const ACTIONS_PATTERN = "/api/actions/**";

/** The beginnings of all paths of the API and of the sign-in by Google. */
export const API_PREFIX = "/api/";
export const AUTH_PREFIX = "/auth/";
