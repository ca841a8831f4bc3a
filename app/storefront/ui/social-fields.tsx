import { TextField } from "../../ui/field";
import { useTranslation } from "../../ui/translation";
import { MAX_USER_NAME_CHARS, MAX_WEBSITE_CHARS } from "../rules/sell-page-form";
import type { Socials } from "../rules/social-links";

interface Props {
  initial: Socials;
  errorOf: (field: string) => string | undefined;
}

/** The website and the user names of a seller. */
export function SocialFields({ initial, errorOf }: Props) {
  const { t } = useTranslation("manage-sell");
  return (
    <section className="grid gap-5">
      <h2>{t("links")}</h2>
      <TextField
        name="website"
        type="url"
        label={t("website")}
        hint={t("websiteHint")}
        error={errorOf("website")}
        maxLength={MAX_WEBSITE_CHARS}
        autoComplete="url"
        defaultValue={initial.website}
      />
      {(["twitter", "instagram"] as const).map((network) => (
        <TextField
          key={network}
          name={network}
          label={t(network)}
          hint={t("userNameHint")}
          error={errorOf(network)}
          maxLength={MAX_USER_NAME_CHARS}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={initial[network]}
        />
      ))}
    </section>
  );
}
