import { DIRECT, OTHER, OWN_PAGE } from "../../lib/page-source";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { ShownSource } from "../rules/sources";

/** What a source is called: the name that the seller made, a host, or words of the page's language. */
export function useSourceLabel() {
  const { t } = useTranslation("sources");
  const words = new Map([
    [DIRECT, t("kinds.direct")],
    [OWN_PAGE, t("kinds.shop")],
    [OTHER, t("kinds.other")],
  ]);
  return ({ source, name }: Pick<ShownSource, "source" | "name">) =>
    name ?? words.get(source) ?? source;
}

/** Says that a period has more than is read. */
export function CountedFrom({ at }: { at: number | null }) {
  const { t } = useTranslation("sources");
  const { day } = useFormat();
  return at !== null && <p className="text-ink-2 text-sm">{t("countedFrom", { day: day(at) })}</p>;
}
