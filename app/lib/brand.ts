/** The product's name. The locale files take it as {{brand}}. */
export const BRAND = "Comptoir";
