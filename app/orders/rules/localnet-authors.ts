import { isPublicKey } from "../../solana/public-key";

/** One who shares in each sale of a local chain, in basis points of what the commission leaves of a price. */
export interface LocalnetAuthor {
  wallet: string;
  bps: number;
}

/** Beside the seller and the platform. */
const MAX_AUTHORS = 6;
/** So that something is left for the seller. */
const MAX_BPS_TOGETHER = 9_000;

/** Of `address:basis points` with commas between; null for anything else. An empty text names nobody. */
export function parseLocalnetAuthors(text: string): LocalnetAuthor[] | null {
  const authors = text
    .split(",")
    .filter(Boolean)
    .map((one) => {
      const [wallet = "", bps = ""] = one.trim().split(":");
      return { wallet, bps: Number(bps) };
    });
  const isValid = ({ wallet, bps }: LocalnetAuthor) =>
    isPublicKey(wallet) && Number.isInteger(bps) && bps > 0;
  const together = authors.reduce((sum, { bps }) => sum + bps, 0);
  const areDistinct = new Set(authors.map(({ wallet }) => wallet)).size === authors.length;
  const areFew = authors.length <= MAX_AUTHORS && together <= MAX_BPS_TOGETHER;
  return areFew && areDistinct && authors.every(isValid) ? authors : null;
}
