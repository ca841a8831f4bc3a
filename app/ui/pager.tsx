// @chunk none
import { ButtonLink } from "./button";
import { useTranslation } from "./translation";

interface Props {
  /** What the pages are of. */
  label: string;
  page: number;
  pages: number;
  /** Of a page, from 1. */
  addressOf(page: number): string;
}

/** Links to the next and the previous page of a list. */
export function Pager({ label, page, pages, addressOf }: Props) {
  const { t } = useTranslation("common");
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-4">
      <span>
        {page > 1 && (
          <ButtonLink variant="secondary" size="s" to={addressOf(Math.min(page - 1, pages))}>
            {t("pager.previous")}
          </ButtonLink>
        )}
      </span>
      <span className="text-ink-2 text-sm tabular-nums">
        {t("pager.position", { page, pages })}
      </span>
      <span>
        {page < pages && (
          <ButtonLink variant="secondary" size="s" to={addressOf(page + 1)}>
            {t("pager.next")}
          </ButtonLink>
        )}
      </span>
    </nav>
  );
}
