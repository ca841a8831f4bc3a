// Written by `npm run generate` from locales.
import "i18next";
import type accounts from "../../locales/en/accounts.json";
import type accountsServer from "../../locales/en/accounts.server.json";
import type affiliates from "../../locales/en/affiliates.json";
import type affiliatesServer from "../../locales/en/affiliates.server.json";
import type bundlesServer from "../../locales/en/bundles.server.json";
import type checkout from "../../locales/en/checkout.json";
import type checkoutServer from "../../locales/en/checkout.server.json";
import type codes from "../../locales/en/codes.json";
import type dashboard from "../../locales/en/dashboard.json";
import type dashboardServer from "../../locales/en/dashboard.server.json";
import type http from "../../locales/en/http.json";
import type httpServer from "../../locales/en/http.server.json";
import type library from "../../locales/en/library.json";
import type libraryServer from "../../locales/en/library.server.json";
import type licencesServer from "../../locales/en/licences.server.json";
import type messages from "../../locales/en/messages.json";
import type pagesServer from "../../locales/en/pages.server.json";
import type products from "../../locales/en/products.json";
import type productsServer from "../../locales/en/products.server.json";
import type ratesServer from "../../locales/en/rates.server.json";
import type refunds from "../../locales/en/refunds.json";
import type reportsServer from "../../locales/en/reports.server.json";
import type reviewsServer from "../../locales/en/reviews.server.json";
import type sharing from "../../locales/en/sharing.json";
import type sharingServer from "../../locales/en/sharing.server.json";
import type shop from "../../locales/en/shop.json";
import type shopServer from "../../locales/en/shop.server.json";
import type storefront from "../../locales/en/storefront.json";
import type ui from "../../locales/en/ui.json";
import type wallet from "../../locales/en/wallet.json";
import type withdrawalsServer from "../../locales/en/withdrawals.server.json";

type Resources = typeof accounts &
  typeof accountsServer &
  typeof affiliates &
  typeof affiliatesServer &
  typeof bundlesServer &
  typeof checkout &
  typeof checkoutServer &
  typeof codes &
  typeof dashboard &
  typeof dashboardServer &
  typeof http &
  typeof httpServer &
  typeof library &
  typeof libraryServer &
  typeof licencesServer &
  typeof messages &
  typeof pagesServer &
  typeof products &
  typeof productsServer &
  typeof ratesServer &
  typeof refunds &
  typeof reportsServer &
  typeof reviewsServer &
  typeof sharing &
  typeof sharingServer &
  typeof shop &
  typeof shopServer &
  typeof storefront &
  typeof ui &
  typeof wallet &
  typeof withdrawalsServer;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    returnNull: false;
    resources: Resources;
  }
}
