/** The product's name. The locale files take it as {{brand}}. */
export const BRAND = "Comptoir";

/** Stands in texts where the operator has set no `SUPPORT_EMAIL`. */
export const EXAMPLE_EMAIL = "support@example.com";

/** Path of the brand's icon, a PNG of 512 pixels. */
export const BRAND_PICTURE = "/icons/icon-512.png";
