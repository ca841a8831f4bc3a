// Written by `npm run generate` from app/routes.ts.

export const walletChallenge = "/api/wallet/challenge";

export const walletSignIn = "/api/wallet/sign-in";

export const walletLink = "/api/wallet/link";

export const walletMerge = "/api/wallet/merge";

export const reauthenticate = "/api/proof";

export const demoAirdrop = "/api/demo/airdrop";

export const demoBalance = "/api/demo/balance";

export const demoSend = "/api/demo/send";

export const orders = "/api/transactions";

export function order(id: string) {
  return `/api/transactions/${encodeURIComponent(id)}`;
}

export function signature(id: string) {
  return `/api/transactions/${encodeURIComponent(id)}/signature`;
}

export function transaction(id: string) {
  return `/api/transactions/${encodeURIComponent(id)}/transaction`;
}

export function send(id: string) {
  return `/api/transactions/${encodeURIComponent(id)}/send`;
}

export function leaveLine(id: string) {
  return `/api/transactions/${encodeURIComponent(id)}/leave`;
}

export function live(id: string) {
  return `/api/transactions/${encodeURIComponent(id)}/live`;
}

export function messages(id: string) {
  return `/api/orders/${encodeURIComponent(id)}/messages`;
}

export function accept(id: string) {
  return `/api/orders/${encodeURIComponent(id)}/accept`;
}

export function dismiss(id: string) {
  return `/api/orders/${encodeURIComponent(id)}/dismiss`;
}

export function claim(id: string) {
  return `/api/orders/${encodeURIComponent(id)}/claim`;
}

export function refund(id: string) {
  return `/api/orders/${encodeURIComponent(id)}/refund`;
}

export function sendRefund(id: string) {
  return `/api/orders/${encodeURIComponent(id)}/refund/send`;
}

export function pay(transactionId: string) {
  return `/api/pay/${encodeURIComponent(transactionId)}`;
}

export function buy(productId: string) {
  return `/api/actions/buy/${encodeURIComponent(productId)}`;
}

export function refreshDownload(productId: string) {
  return `/api/purchases/${encodeURIComponent(productId)}/refresh`;
}

export const favourites = "/api/favourites";

export function replaceFile(pid: string) {
  return `/api/products/${encodeURIComponent(pid)}/file`;
}

export const uploads = "/api/uploads";

export function upload(key: string) {
  return `/api/uploads/${encodeURIComponent(key)}`;
}

export function uploadPart(key: string, part: string) {
  return `/api/uploads/${encodeURIComponent(key)}/parts/${encodeURIComponent(part)}`;
}

export function completeUpload(key: string) {
  return `/api/uploads/${encodeURIComponent(key)}/complete`;
}

export const salesState = "/api/sales/state";

export function productStock(pid: string) {
  return `/api/products/${encodeURIComponent(pid)}/stock`;
}
