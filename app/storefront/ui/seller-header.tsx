import { useTranslation } from "react-i18next";
import type { SocialLink } from "../rules/social-links";

interface Props {
  seller: string;
  /** Addresses, empty if absent. */
  bannerUrl: string;
  logoUrl: string;
  description: string;
  links: SocialLink[];
}

/** Who sells here. */
export function SellerHeader({ seller, bannerUrl, logoUrl, description, links }: Props) {
  const { t } = useTranslation("sell");
  return (
    <header className="flex flex-col gap-5">
      {bannerUrl && (
        <img
          src={bannerUrl}
          alt=""
          className="aspect-[3/1] w-full rounded-lg border border-line object-cover sm:aspect-[5/1]"
        />
      )}
      <div className="flex flex-wrap items-center gap-5">
        {logoUrl && (
          <img
            src={logoUrl}
            alt=""
            className="size-20 rounded-full border border-line object-cover"
          />
        )}
        <h1 className="min-w-0">{seller}</h1>
      </div>
      {description && (
        <p className="max-w-prose whitespace-pre-line break-words text-ink-2 text-lg">
          {description}
        </p>
      )}
      {links.length > 0 && (
        <ul aria-label={t("links", { seller })} className="flex flex-wrap gap-x-6 gap-y-2">
          {links.map(({ network, url, name }) => (
            <li key={network}>
              <span className="text-ink-2">{t(`network.${network}`)}</span>{" "}
              <a href={url} rel="noopener noreferrer nofollow ugc" className="link font-semibold">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}
