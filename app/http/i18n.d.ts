// The keys that `t` accepts: those of the English texts, which have the same keys as the French.
import "i18next";
import type account from "../../locales/en/account.json";
import type buy from "../../locales/en/buy.json";
import type categories from "../../locales/en/categories.json";
import type common from "../../locales/en/common.json";
import type dashboard from "../../locales/en/dashboard.json";
import type errors from "../../locales/en/errors.json";
import type google from "../../locales/en/google.json";
import type library from "../../locales/en/library.json";
import type pageAbout from "../../locales/en/page-about.json";
import type pageBusiness from "../../locales/en/page-business.json";
import type pageContact from "../../locales/en/page-contact.json";
import type pageCreator from "../../locales/en/page-creator.json";
import type pageDeletion from "../../locales/en/page-deletion.json";
import type pageGuide from "../../locales/en/page-guide.json";
import type pageHome from "../../locales/en/page-home.json";
import type pageOnramp from "../../locales/en/page-onramp.json";
import type pageSecurity from "../../locales/en/page-security.json";
import type pageTerms from "../../locales/en/page-terms.json";
import type payment from "../../locales/en/payment.json";
import type preview from "../../locales/en/preview.json";
import type publish from "../../locales/en/publish.json";
import type refusals from "../../locales/en/refusals.json";
import type review from "../../locales/en/review.json";
import type sell from "../../locales/en/sell.json";
import type shop from "../../locales/en/shop.json";
import type toasts from "../../locales/en/toasts.json";
import type wallet from "../../locales/en/wallet.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    returnNull: false;
    resources: {
      account: typeof account;
      buy: typeof buy;
      categories: typeof categories;
      common: typeof common;
      dashboard: typeof dashboard;
      errors: typeof errors;
      google: typeof google;
      library: typeof library;
      "page-about": typeof pageAbout;
      "page-business": typeof pageBusiness;
      "page-contact": typeof pageContact;
      "page-creator": typeof pageCreator;
      "page-deletion": typeof pageDeletion;
      "page-guide": typeof pageGuide;
      "page-home": typeof pageHome;
      "page-onramp": typeof pageOnramp;
      "page-security": typeof pageSecurity;
      "page-terms": typeof pageTerms;
      payment: typeof payment;
      preview: typeof preview;
      publish: typeof publish;
      refusals: typeof refusals;
      review: typeof review;
      sell: typeof sell;
      shop: typeof shop;
      toasts: typeof toasts;
      wallet: typeof wallet;
    };
  }
}
