import { Link } from "@remix-run/react";
import { pageNumbers } from "~/shop/rules/page-numbers";
import { Icon } from "./icon";

const LINK =
  "inline-flex h-11 min-w-9 items-center justify-center rounded-full border px-2 font-semibold tabular-nums no-underline sm:min-w-11";
const BORDER = "border-line-2 bg-card hover:border-ink";

export function Pagination({ page, pages }: { page: number; pages: number }) {
  const pathOf = (number: number) => (number === 1 ? "/shop" : `/shop?page=${number}`);
  return (
    <nav
      aria-label="Pages of the shop"
      className="flex flex-wrap items-center justify-center gap-2"
    >
      {page > 1 && (
        <Link to={pathOf(page - 1)} aria-label="Previous page" className={`${LINK} ${BORDER}`}>
          <Icon d="M12 4l-6 6 6 6" />
        </Link>
      )}
      {pageNumbers(page, pages).map((shown, at, all) =>
        shown === null ? (
          <span key={`gap after ${all[at - 1]}`} className="px-1 text-ink-2">
            …
          </span>
        ) : (
          <Link
            key={shown}
            to={pathOf(shown)}
            prefetch="intent"
            aria-label={`Page ${shown}`}
            aria-current={shown === page ? "page" : undefined}
            className={`${LINK} ${shown === page ? "border-ink bg-ink text-paper" : BORDER}`}
          >
            {shown}
          </Link>
        ),
      )}
      {page < pages && (
        <Link
          to={pathOf(page + 1)}
          prefetch="intent"
          aria-label="Next page"
          className={`${LINK} ${BORDER}`}
        >
          <Icon d="M8 4l6 6-6 6" />
        </Link>
      )}
    </nav>
  );
}
