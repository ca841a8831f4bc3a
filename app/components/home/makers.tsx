import { useTranslation } from "react-i18next";

/** A band of the trades that sell here. It stands still on hover and for who asked for less motion. */
export function Makers() {
  const { t } = useTranslation("page-home");
  const makers = t("makers.list", { returnObjects: true }) as string[];
  const list = (hidden: boolean) => (
    <ul className="flex shrink-0 gap-10 pr-10" aria-hidden={hidden || undefined}>
      {makers.map((maker) => (
        <li key={maker} className="flex items-center gap-10 whitespace-nowrap">
          {maker}
          <span className="size-2.5 rounded-full bg-accent" />
        </li>
      ))}
    </ul>
  );
  return (
    <section
      aria-label={t("makers.title")}
      className="marquee-frame overflow-hidden border-line border-y py-6"
    >
      <div className="marquee flex w-max font-bold font-display text-2xl tracking-tight">
        {list(false)}
        {list(true)}
      </div>
    </section>
  );
}
