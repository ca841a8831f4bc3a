/**
 * Sales as a share of views; null without views. Above 1 where people buy by a QR code or a link of
 * a wallet, which open no page. Refunds of earlier sales can outweigh the sales of a period: then 0.
 */
export function conversionOf({ sales, views }: { sales: number; views: number }): number | null {
  return views > 0 ? Math.max(0, sales) / views : null;
}
