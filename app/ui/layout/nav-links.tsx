import { paths } from "../../lib/paths";
import { useTranslation } from "../translation";

const LINKS = {
  public: [
    [paths.home, "home"],
    [paths.shop, "shop"],
    [paths.about, "about"],
    [paths.creator, "creator"],
  ],
  own: [
    [paths.dashboard, "dashboard"],
    [paths.profile, "profile"],
    [paths.purchases, "purchases"],
  ],
} as const;

const PATHS: ReadonlySet<string> = new Set([
  ...Object.values(LINKS)
    .flat()
    .map(([href]) => href),
  paths.accueil,
]);

/** True where a link shows that its page is open. */
export const isNavLink = (pathname: string): boolean => PATHS.has(pathname);

/**
 * Links in the bar of a window that has room for them, or stacked in a menu. Full page loads: client
 * navigation can't change between pages with and without script.
 */
export function NavLinks(props: {
  group: keyof typeof LINKS;
  pathname: string;
  stacked?: boolean;
}) {
  const { group, pathname, stacked } = props;
  const { t } = useTranslation("common");
  const links = LINKS[group].map(([href, name]) => {
    const current = pathname === href || (href === paths.home && pathname === paths.accueil);
    const tone = current ? "font-bold text-ink" : "text-ink-2 hover:text-ink";
    return (
      <a
        key={href}
        href={href}
        aria-current={current ? "page" : undefined}
        className={`whitespace-nowrap no-underline ${tone} ${stacked ? "py-1.5 text-lg" : "text-[0.925rem]"}`}
      >
        {t(`nav.${name}`)}
      </a>
    );
  });
  if (stacked) return links;
  const width = group === "own" ? "nav:flex" : "md:flex";
  return <div className={`hidden items-center gap-3 ${width}`}>{links}</div>;
}
