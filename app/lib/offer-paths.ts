// @chunk none
// Written by `npm run generate` from app/routes.ts.
const segment = encodeURIComponent;

/** Every path of bundles, discount codes, co-authors, affiliates and licence keys by the id of its route, with encoded parameters. */
export const offerPaths = {
  codes: "/codes",
  newCode: "/codes/new",
  codesReport: "/codes/report",
  code: (id: string) => `/codes/${segment(id)}`,
  bundles: "/bundles",
  newBundle: "/bundles/new",
  bundle: (id: string) => `/bundles/${segment(id)}`,
  coAuthor: (token: string) => `/co-author/${segment(token)}`,
  shares: "/shares",
  sharesReport: "/shares/report",
  shareReceipt: (orderId: string) => `/shares/${segment(orderId)}/receipt`,
  productAffiliates: (pid: string) => `/edit/${segment(pid)}/affiliates`,
  authors: (pid: string) => `/edit/${segment(pid)}/authors`,
  productLicences: (pid: string) => `/edit/${segment(pid)}/licences`,
  affiliate: "/affiliate",
  affiliateReport: "/affiliate/report",
  affiliateSale: (orderId: string) => `/affiliate/sales/${segment(orderId)}`,
  affiliateInvitation: (token: string) => `/affiliate/invitation/${segment(token)}`,
  recommend: (productId: string) => `/affiliate/${segment(productId)}`,
  affiliateQr: (productId: string, file: string) =>
    `/affiliate/${segment(productId)}/${segment(file)}`,
  referral: (code: string, productId: string) => `/r/${segment(code)}/${segment(productId)}`,
  licenceVerify: "/v1/licences/verify",
} as const;
