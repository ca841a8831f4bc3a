import { Form } from "@remix-run/react";
import { query } from "../../lib/paths";
import { Address } from "../../ui/address";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { FormAlert } from "../../ui/form-alert";
import { LocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { useFormat } from "../../ui/use-format";
import { percentText } from "../rules/author";
import { partForm } from "../rules/author-fields";
import { usePersonName } from "./use-person-name";

interface ListedAuthor {
  uid: string;
  name: string;
  bps: number;
  wallet: string;
  /** Epoch ms. */
  acceptedAt: number;
}

interface Props {
  authors: readonly ListedAuthor[];
  /** The seller has authenticated recently, and may change parts. */
  mayChange: boolean;
}

/** Those who share in a product, each with the form of the part. */
export function AuthorList({ authors, mayChange }: Props) {
  const { t } = useTranslation("authors");
  if (authors.length === 0) return <p className="text-ink-2">{t("none")}</p>;
  return (
    <ul className="grid gap-4">
      {authors.map((author) => (
        <AuthorItem key={author.uid} author={author} mayChange={mayChange} />
      ))}
    </ul>
  );
}

function AuthorItem({ author, mayChange }: { author: ListedAuthor; mayChange: boolean }) {
  const { commission } = useFormat();
  const nameOf = usePersonName();
  const { uid, bps, wallet, acceptedAt } = author;
  return (
    <li data-author={uid} className="grid gap-3 border-line border-t pt-4">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <strong className="wrap-anywhere">{nameOf(author)}</strong>
        <span className="tabular-nums">{commission(bps)}</span>
        <LocalTime at={acceptedAt} show="day" className="text-ink-2 text-sm" />
        <Address value={wallet} />
      </p>
      {mayChange && <PartForm uid={uid} bps={bps} name={nameOf(author)} />}
    </li>
  );
}

function PartForm({ uid, bps, name }: { uid: string; bps: number; name: string }) {
  const { t } = useTranslation("authors");
  const { problem, field } = useForm(partForm(uid), { percent: percentText(bps) });
  return (
    <Form
      method="post"
      action={query({ author: uid })}
      aria-label={t("partOf", { name })}
      className="grid gap-3"
      replace
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField label={t("partOf", { name })} inputMode="decimal" {...field("percent")} />
        <Button type="submit" variant="secondary" name="intent" value="save">
          {t("save")}
        </Button>
        <Button
          type="submit"
          variant="danger"
          name="intent"
          value="remove"
          formNoValidate
          aria-label={t("removeOf", { name })}
        >
          {t("remove")}
        </Button>
      </div>
      <FormAlert error={problem?.field ? null : problem} />
    </Form>
  );
}
