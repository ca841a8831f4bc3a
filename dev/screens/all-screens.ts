import { AFFILIATE_SCREENS, BUYER_SCREENS } from "./buyer-screens";
import type { Screen } from "./screen";
import { SELLER_SCREENS } from "./seller-screens";
import { VISITOR_SCREENS } from "./visitor-screens";

/** Every page in every state that is drawn. */
export const SCREENS: readonly Screen[] = [
  ...VISITOR_SCREENS,
  ...BUYER_SCREENS,
  ...AFFILIATE_SCREENS,
  ...SELLER_SCREENS,
];

/** Routes with a page that no picture shows, and why. */
export const NOT_DRAWN: Readonly<Record<string, string>> = {
  "google-start": "shows errors only, as google-callback does",
  "google-link": "goes on to the provider at once",
  "google-reauthenticate": "goes on to the provider at once",
};
