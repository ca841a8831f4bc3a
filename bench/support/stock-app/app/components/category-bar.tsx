import { Link, useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { CATEGORIES } from "../categories";
import { Icon } from "./icon";

const ALL = { id: null, name: "All" };
/** Links that a narrow screen shows while collapsed. */
const COLLAPSED_COUNT = 6;

export function CategoryBar() {
  const [search] = useSearchParams();
  const [isOpen, setIsOpen] = useState(true);
  const [showsAll, setShowsAll] = useState(false);
  const current = search.get("category") === null ? null : Number(search.get("category"));
  return (
    <div className="flex flex-col gap-2">
      <button
        type="button"
        onClick={() => setIsOpen(!isOpen)}
        className="relative inline-flex min-h-9 cursor-pointer items-center gap-2 self-start font-semibold text-ink-2 text-sm hover:text-ink"
      >
        <span>{isOpen ? "Hide categories" : "Show categories"}</span>
        <Icon d="M5 7.5l5 5 5-5" className={`size-4 transition ${isOpen ? "rotate-180" : ""}`} />
      </button>
      {isOpen && (
        <nav aria-label="Categories">
          <ul className="flex flex-wrap gap-2">
            {[ALL, ...CATEGORIES].map(({ id, name }, at) => (
              <li
                key={id}
                className={at < COLLAPSED_COUNT || id === current || showsAll ? "" : "phone:hidden"}
              >
                <Link
                  to={id === null ? "/shop" : `/shop?category=${id}`}
                  prefetch="intent"
                  preventScrollReset
                  aria-current={id === current ? "true" : undefined}
                  className={`inline-flex min-h-9 items-center rounded-full border px-4 font-semibold text-sm no-underline ${
                    id === current
                      ? "border-ink bg-ink text-paper"
                      : "border-line-2 hover:border-ink"
                  }`}
                >
                  {name}
                </Link>
              </li>
            ))}
            <li className="hidden phone:block">
              <button
                type="button"
                onClick={() => setShowsAll(!showsAll)}
                className="link relative inline-flex min-h-9 cursor-pointer items-center px-2 font-semibold text-ink-2 text-sm"
              >
                {showsAll ? "Show less" : "Show more"}
              </button>
            </li>
          </ul>
        </nav>
      )}
    </div>
  );
}
