// Written by `npm run generate` from app/routes.ts.
// Beginnings of the addresses of pages for one signed-in person.
export const PRIVATE_PATHS = [
  "/dashboard",
  "/purchases",
  "/codes",
  "/bundles",
  "/co-author/",
  "/shares",
  "/claim/",
  "/messages",
  "/transaction",
  "/manage-sell",
  "/profil",
  "/edit/",
  "/affiliate",
];
