import { Form } from "@remix-run/react";
import { defineForm } from "../../lib/form";
import { MAX_SOURCE_NAME_CHARS } from "../../lib/page-source";
import { query } from "../../lib/paths";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmDetails } from "../../ui/confirm-details";
import { CopyButton } from "../../ui/copy-button";
import { TextField } from "../../ui/field";
import { FORM_ERROR_ID, FormAlert } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { useHydrated } from "../../ui/use-hydrated";

export const SOURCE_FORM = defineForm({
  name: {
    required: true,
    maxLength: MAX_SOURCE_NAME_CHARS,
    autoCapitalize: "none",
    spellCheck: false,
    autoComplete: "off",
  },
});

interface Link {
  /** Of the product. */
  title: string;
  /** Absolute, without a source. */
  address: string;
}

interface Props {
  names: readonly string[];
  /** Null where the seller has no product. */
  link: Link | null;
}

/** The names that the seller made, each with its link to a product, and the form for another one. */
export function NamedLinks({ names, link }: Props) {
  const { t } = useTranslation("sources");
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5 max-sm:p-4">
      <div>
        <h2 className="text-xl">{t("names.title")}</h2>
        <p className="mt-1 max-w-prose text-ink-2">{t("names.text")}</p>
      </div>
      {names.length > 0 && (
        <div>
          <p className="text-ink-2 text-sm wrap-anywhere">
            {link ? t("names.linksTo", { title: link.title }) : t("names.noProduct")}
          </p>
          <ul className="mt-2 divide-y divide-line border-line border-y">
            {names.map((name) => (
              <NamedLink key={name} name={name} link={link} />
            ))}
          </ul>
        </div>
      )}
      <MakeName />
    </Card>
  );
}

function NamedLink({ name, link }: { name: string; link: Link | null }) {
  const { t } = useTranslation("sources");
  const hydrated = useHydrated();
  const address = link && link.address + query({ src: name });
  return (
    <li data-name={name} className="grid grid-cols-[minmax(0,1fr)] gap-1 py-3">
      <span className="font-semibold wrap-anywhere">{name}</span>
      {address && (
        <span className="flex flex-wrap items-center gap-2">
          <a href={address} className="link min-w-0 break-all font-mono text-sm">
            {address}
          </a>
          {hydrated && <CopyButton text={address} label={t("names.copy", { name })} />}
        </span>
      )}
      <ConfirmDetails
        summary={t("names.remove")}
        about={name}
        label={t("names.removeName", { name })}
        text={t("names.removeText")}
        values={{ intent: "remove", name }}
        confirm={t("names.confirm")}
      />
    </li>
  );
}

function MakeName() {
  const { t } = useTranslation("sources");
  const { problem, field } = useForm(SOURCE_FORM);
  return (
    <Form
      method="post"
      preventScrollReset
      replace
      aria-label={t("names.make")}
      className="grid max-w-md gap-4"
    >
      <FormAlert id={FORM_ERROR_ID} error={problem} />
      <TextField label={t("names.name")} hint={t("names.hint")} {...field("name")} />
      <Button type="submit" className="justify-self-start">
        {t("names.make")}
      </Button>
    </Form>
  );
}
