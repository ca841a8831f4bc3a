import { ButtonLink } from "../../ui/button";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { draftForm, type ShownDraft } from "../rules/draft";

/** Drafts above the form of a new product, each with a link to go on with it. */
export function DraftCards({ drafts }: { drafts: readonly ShownDraft[] }) {
  const { t } = useTranslation("draft");
  const format = useFormat();
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts-title" className="rounded-lg border border-line bg-sunk p-5">
      <h2 id="drafts-title" className="text-base">
        {t("cards")}
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {drafts.map(({ key, productId, title, price, fileName, files, ...bytes }) => (
          <li
            key={productId}
            data-upload={key}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 last:pb-0"
          >
            <p className="min-w-0 flex-1 basis-64">
              <span id={`draft-${productId}`} className="wrap-anywhere font-semibold">
                {title || t("untitled")}
              </span>{" "}
              {price ? <Sol amount={price} /> : t("noPrice")}
              <span className="wrap-anywhere block text-ink-2 text-sm">
                {files === 0
                  ? t("noFile")
                  : t(files > 1 ? "arrivedMany" : "arrived", {
                      name: fileName,
                      count: files,
                      sent: format.size(bytes.receivedBytes),
                      total: format.size(bytes.sizeBytes),
                    })}
              </span>
            </p>
            <ButtonLink
              to={draftForm(productId)}
              variant="secondary"
              size="s"
              aria-describedby={`draft-${productId}`}
            >
              {t("continue")}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
