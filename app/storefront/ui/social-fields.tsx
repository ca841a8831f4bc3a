import { TextField } from "../../ui/field";
import { useTranslation } from "../../ui/translation";
import type { FieldsOf } from "../../ui/use-form";
import type { SELL_PAGE_FORM } from "../rules/sell-page-form";

export interface SellPageFieldsProps {
  field: FieldsOf<typeof SELL_PAGE_FORM.fields>;
}

/** The website and the user names of a seller. */
export function SocialFields({ field }: SellPageFieldsProps) {
  const { t } = useTranslation("manage-sell");
  return (
    <section className="grid gap-5">
      <h2>{t("links")}</h2>
      <TextField label={t("website")} hint={t("websiteHint")} {...field("website")} />
      {(["twitter", "instagram"] as const).map((network) => (
        <TextField key={network} label={t(network)} hint={t("userNameHint")} {...field(network)} />
      ))}
    </section>
  );
}
