// @chunk none
// Written by `npm run generate` from app/routes.ts.
const segment = encodeURIComponent;

/** Every path that programs look for by the id of its route, with encoded parameters. */
export const sitePaths = {
  sitemap: "/sitemap.xml",
  sitemapPages: "/sitemap/pages.xml",
  sitemapProducts: (part: string) => `/sitemap/products/${segment(part)}`,
  sitemapSellers: (part: string) => `/sitemap/sellers/${segment(part)}`,
  robots: "/robots.txt",
  securityText: "/.well-known/security.txt",
  publicKeys: "/.well-known/comptoir.json",
  changePassword: "/.well-known/change-password",
} as const;
