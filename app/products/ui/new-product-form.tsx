import { Form, useNavigate } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RefusalKey } from "../../lib/problem";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { useFormat } from "../../ui/use-format";
import { useHydrated } from "../../ui/use-hydrated";
import {
  type ProductFields as Fields,
  isFilled,
  parseFormFields,
  validateProduct,
} from "../rules/product-form";
import { type Fault, FormAlert } from "./form-alert";
import { ProductFields } from "./product-fields";
import { UploadPanel } from "./upload-panel";
import { useUpload } from "./use-upload";

interface Props {
  fields: Fields;
  /** Commission in basis points. */
  feeBps: number;
  maxFileBytes: number;
  /** What the server found wrong with a form sent without script. */
  fault: Fault | null;
}

/** The new-product form. With script the file goes up in parts; without, small ones go with the form. */
export function NewProductForm({ fields, feeBps, maxFileBytes, fault }: Props) {
  const { t } = useTranslation(["publish", "refusals"]);
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const format = useFormat();
  const form = useRef<HTMLFormElement>(null);
  const [filled, setFilled] = useState(true);
  const [found, setFound] = useState<Fault | null>(fault);
  const [file, setFile] = useState<File | null>(null);
  const upload = useUpload((id) => navigate(`/transaction?published=${id}`));
  const busy = upload.view.phase !== "idle";
  const errors = found?.field ? { [found.field]: found.message } : {};
  const refused = upload.view.phase === "idle" ? upload.view.words : null;

  const look = () =>
    form.current && setFilled(isFilled(parseFormFields(new FormData(form.current))));
  // Browsers keep what was typed across a reload, before the page is live.
  useEffect(
    () => void (form.current && setFilled(isFilled(parseFormFields(new FormData(form.current))))),
    [],
  );

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const chosen = data.get("file");
    const picked = chosen instanceof File && chosen.name !== "" ? chosen : null;
    const wrong = faultOf(parseFormFields(data), picked, maxFileBytes);
    setFound(
      wrong && { message: t(wrong.words, { ns: "refusals", ...wrong.params }), field: wrong.field },
    );
    if (wrong || !picked) return;
    setFile(picked);
    void upload.start(announce(data, picked), picked);
  }

  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      onSubmit={send}
      onInput={look}
      className="grid gap-6"
    >
      <FormAlert
        fault={found ?? (refused === null ? null : { message: refused || t("upload.offline") })}
      />
      <p className="text-ink-2 text-sm">{t("requiredHint")}</p>
      <fieldset disabled={busy} className="grid min-w-0 gap-5">
        <ProductFields fields={fields} feeBps={feeBps} errors={errors} />
        <TextField
          name="file"
          type="file"
          label={t("fields.file")}
          hint={t("hints.file", { size: format.size(maxFileBytes) })}
          error={errors.file}
        />
        <noscript>
          <p className="text-ink-2 text-sm">{t("noscript")}</p>
        </noscript>
      </fieldset>
      {busy ? (
        <UploadPanel
          view={upload.view}
          fileName={file?.name ?? ""}
          onPause={upload.pause}
          onResume={upload.run}
          onCancel={upload.cancel}
        />
      ) : (
        <Button type="submit" disabled={hydrated && !filled} className="justify-self-start">
          {t("submit")}
        </Button>
      )}
    </Form>
  );
}

interface Wrong {
  /** What to say. */
  words: RefusalKey;
  params?: Record<string, number>;
  field: string;
}

function faultOf(fields: Fields, file: File | null, maxFileBytes: number): Wrong | null {
  const read = validateProduct(fields, file !== null);
  if (!read.ok) return read.fault;
  if (file?.size === 0) return { words: "file_empty", field: "file" };
  if (!file || file.size <= maxFileBytes) return null;
  const params = { megabytes: maxFileBytes / (1024 * 1024) };
  return { words: "file_too_large", params, field: "file" };
}

/** The form without its file, which is only named: its bytes follow in parts. */
function announce(data: FormData, file: File): FormData {
  data.delete("file");
  data.set("fileName", file.name);
  data.set("fileSize", String(file.size));
  data.set("fileType", file.type);
  data.set("fileModifiedAt", String(file.lastModified));
  return data;
}
