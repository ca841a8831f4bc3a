import { useTranslation } from "react-i18next";
import { Cover } from "../../products/ui/cover";
import { ProductTitle } from "../../products/ui/product-title";
import type { LibraryEntry } from "../rules/library-page";

/** One purchase: its page, and its file in a new tab by a link that is made when it is opened. */
export function LibraryItem({ entry }: { entry: LibraryEntry }) {
  const { t, i18n } = useTranslation("library");
  const { productId, description, picture, boughtAt } = entry;
  const title = entry.title ?? t("unknown");
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: "long", timeZone: "UTC" });
  const titleId = `title-${productId}`;
  return (
    <li className="flex flex-col overflow-hidden rounded-lg border border-line bg-card">
      <div className="relative flex-1 p-4">
        <Cover {...picture} />
        <h2 className="mt-4 text-lg" id={titleId}>
          <a
            href={`/acheter/${productId}`}
            className="no-underline before:absolute before:inset-0 hover:underline"
          >
            <ProductTitle>{title}</ProductTitle>
          </a>
        </h2>
        <p className="mt-2 line-clamp-3 whitespace-pre-line break-words text-ink-2 text-sm">
          {description}
        </p>
      </div>
      <div className="flex items-center justify-between gap-3 border-line border-t px-4 py-3">
        <span className="text-ink-3 text-xs">{t("boughtOn", { date: day.format(boughtAt) })}</span>
        <a
          href={`/purchases/${productId}/file`}
          target="_blank"
          rel="noreferrer"
          aria-describedby={titleId}
          className="inline-flex min-h-9 items-center rounded-full border border-line-2 px-4 font-semibold text-sm no-underline hover:border-ink"
        >
          {t("download")}
        </a>
      </div>
    </li>
  );
}
