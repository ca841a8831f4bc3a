import { useTranslation } from "react-i18next";
import { CATEGORIES, categoryKey } from "../../products/rules/categories";
import { type ShopState, shopAddress } from "../rules/shop";

/** How many of them a narrow screen shows at first. */
const FIRST = 6;

/** All categories as links. On a narrow screen the rest waits behind a switch that needs no script. */
export function CategoryBar({ state }: { state: ShopState }) {
  const { t } = useTranslation("shop");
  const { t: name } = useTranslation("categories");
  const all = [null, ...CATEGORIES.map(({ id }) => id)];
  const chosenIsLater = all.indexOf(state.category) > FIRST;
  return (
    <nav aria-label={t("categories.label")} className="group/bar">
      <ul className="flex flex-wrap gap-2">
        {all.map((category, at) => (
          <li
            key={category ?? 0}
            className={at > FIRST ? "max-sm:hidden max-sm:group-has-checked/bar:block" : ""}
          >
            <a
              href={shopAddress(state, { category })}
              aria-current={category === state.category ? "page" : undefined}
              className={`inline-flex min-h-9 items-center rounded-full border px-4 font-semibold text-sm no-underline ${
                category === state.category
                  ? "border-ink bg-ink text-paper"
                  : "border-line-2 hover:border-ink"
              }`}
            >
              {name(categoryKey(category ?? 0))}
            </a>
          </li>
        ))}
        <li className="relative inline-flex sm:hidden">
          <input
            type="checkbox"
            id="all-categories"
            defaultChecked={chosenIsLater}
            aria-label={t("categories.more")}
            className="absolute inset-0 size-full cursor-pointer opacity-0 peer"
          />
          <span
            aria-hidden="true"
            className="inline-flex min-h-9 items-center rounded-full px-2 font-semibold text-ink-2 text-sm underline underline-offset-4 peer-focus-visible:outline-3 peer-focus-visible:outline-accent"
          >
            <span className="group-has-checked/bar:hidden">{t("categories.more")}</span>
            <span className="hidden group-has-checked/bar:inline">{t("categories.less")}</span>
          </span>
        </li>
      </ul>
    </nav>
  );
}
