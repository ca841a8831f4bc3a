// @chunk none
// Written by `npm run generate` from app/routes.ts.
const segment = encodeURIComponent;

/** Every path of one purchase by the id of its route, with encoded parameters. */
export const purchasePaths = {
  purchasedFile: (productId: string) => `/purchases/${segment(productId)}/file`,
  handover: (productId: string) => `/purchases/${segment(productId)}/handover`,
  purchaseReceipt: (orderId: string) => `/purchases/${segment(orderId)}/receipt`,
  purchaseProof: (orderId: string) => `/purchases/${segment(orderId)}/proof`,
  writeReview: (orderId: string) => `/purchases/${segment(orderId)}/review`,
  downloadProblem: (token: string) => `/purchases/link/${segment(token)}`,
} as const;
