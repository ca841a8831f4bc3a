export const KEPT = {
  product: {
    "reports.product_id": "a report stays until its retention ends, with the title of then",
  },
};
