// @chunk none
// Written by `npm run generate` from app/routes.ts.
const segment = encodeURIComponent;

/** Every path of reviews but that of a purchase by the id of its route, with encoded parameters. */
export const reviewPaths = {
  receivedReviews: "/dashboard/reviews",
  answerReview: (id: string) => `/dashboard/reviews/${segment(id)}`,
  productReviews: (productId: string) => `/reviews/${segment(productId)}`,
} as const;
