import { useTranslation } from "../translation";
import { Footer } from "./footer";
import { LanguageOffer } from "./language-offer";
import { Navigation } from "./navigation";
import { RecoveryCodesBanner } from "./recovery-codes-banner";

/** All that the frame shows, besides the language. */
export interface FrameContent {
  signedIn: boolean;
  /** Threads with messages that the person has not opened. */
  unreadThreads: number;
  offersEnglish: boolean;
  offersCodes: boolean;
  theme: string;
  /** Chosen among those beside prices; null or undefined where there is no choice. */
  currency?: string | null;
  year?: number;
  pathname: string;
  search: string;
}

export function FrameTop(props: FrameContent) {
  const { signedIn, unreadThreads, offersEnglish, offersCodes, pathname, search } = props;
  const { t } = useTranslation("common");
  return (
    <>
      <a
        href="#main"
        className="sr-only rounded-full bg-ink px-4 py-2 text-paper focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        {t("skip")}
      </a>
      {offersEnglish && <LanguageOffer pathname={pathname} search={search} />}
      {offersCodes && <RecoveryCodesBanner pathname={pathname} search={search} />}
      <Navigation
        signedIn={signedIn}
        unreadThreads={unreadThreads}
        pathname={pathname}
        search={search}
      />
    </>
  );
}

export function FrameBottom({ theme, currency, year, pathname, search }: FrameContent) {
  return <Footer theme={theme} currency={currency} year={year} address={pathname + search} />;
}
