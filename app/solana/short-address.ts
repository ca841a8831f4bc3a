// @chunk data
/** The first and last 6 characters with '...' between, where it is longer than 12. */
export function shortAddress(address: string): string {
  return address.length > 12 ? `${address.slice(0, 6)}...${address.slice(-6)}` : address;
}
