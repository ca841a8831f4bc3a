/** Other products of the seller on a product's page: one row of cards. */
export const MAX_OTHER_PRODUCTS = 4;
