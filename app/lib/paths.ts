const part = encodeURIComponent;

/** `?name=value` for a link; values that are null are left out. */
export function query(values: Record<string, string | number | null>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : "";
}

/**
 * Every address of the app, from the root of its origin; parameters are encoded here. The patterns
 * stand in `app/routes.ts`, and a test holds the two together.
 */
export const paths = {
  home: "/",
  accueil: "/accueil",
  shop: "/shop",
  sell: (uid: string) => `/sell/${part(uid)}`,
  preview: (productId: string) => `/preview/${part(productId)}`,
  buy: (productId: string) => `/acheter/${part(productId)}`,
  dashboard: "/dashboard",
  salesReport: "/dashboard/sales.csv",
  review: "/dashboard/review",
  sales: "/dashboard/sales",
  purchases: "/purchases",
  purchasedFile: (productId: string) => `/purchases/${part(productId)}/file`,
  claim: (orderId: string) => `/claim/${part(orderId)}`,
  newProduct: "/transaction",
  edit: (productId: string) => `/edit/${part(productId)}`,
  profile: "/profil",
  reauthenticate: "/profil/confirm",
  password: "/profil/password",
  recoveryCodes: "/profil/codes",
  recoveryCodesText: "/profil/codes/text",
  removeLoginMethod: (method: string) => `/profil/remove/${part(method)}`,
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
  onRamp: "/tutoriel-moonpay",
  theme: "/theme",
  languageHint: "/language-hint",
  /** The key of a stored image, whose slashes are part of the address. */
  media: (key: string) => `/media/${key.split("/").map(part).join("/")}`,
  download: (token: string) => `/download/${part(token)}`,
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
    order: (orderId: string) => `/api/transactions/${part(orderId)}`,
    signature: (orderId: string) => `/api/transactions/${part(orderId)}/signature`,
    send: (orderId: string) => `/api/transactions/${part(orderId)}/send`,
    live: (orderId: string) => `/api/transactions/${part(orderId)}/live`,
    accept: (orderId: string) => `/api/orders/${part(orderId)}/accept`,
    dismiss: (orderId: string) => `/api/orders/${part(orderId)}/dismiss`,
    claim: (orderId: string) => `/api/orders/${part(orderId)}/claim`,
    refund: (orderId: string) => `/api/orders/${part(orderId)}/refund`,
    sendRefund: (orderId: string) => `/api/orders/${part(orderId)}/refund/send`,
    pay: (orderId: string) => `/api/pay/${part(orderId)}`,
    buy: (productId: string) => `/api/actions/buy/${part(productId)}`,
    refreshDownload: (productId: string) => `/api/purchases/${part(productId)}/refresh`,
    uploads: "/api/uploads",
    upload: (key: string) => `/api/uploads/${part(key)}`,
    uploadPart: (key: string, number: number) => `/api/uploads/${part(key)}/parts/${number}`,
    completeUpload: (key: string) => `/api/uploads/${part(key)}/complete`,
  },
} as const;
