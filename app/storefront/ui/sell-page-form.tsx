import { Form, useNavigation } from "@remix-run/react";
import { type MutableRefObject, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { type PageImageSlot, REMOVE_FIELDS } from "../../products/rules/file-names";
import { focusRefusedFile } from "../../products/ui/file-input";
import { ImageField } from "../../products/ui/image-field";
import { TextareaField, TextField } from "../../ui/field";
import { FormAlert } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { UnsavedChanges } from "../../ui/unsaved-changes";
import { useForm } from "../../ui/use-form";
import {
  MAX_PAGE_DESCRIPTION_CHARS,
  parseSellPageFields,
  SELL_PAGE_FORM,
  type SellPageEditor,
  type SellPageFields,
} from "../rules/sell-page-form";
import { ProductChoice } from "./product-choice";
import { SaveBar } from "./save-bar";
import { SellPagePreview } from "./sell-page-preview";
import { type SellPageFieldsProps, SocialFields } from "./social-fields";

interface Props {
  editor: SellPageEditor;
  /** Set by a submission: after the save the form is mounted anew and focuses its button. */
  submitted: MutableRefObject<boolean>;
}

const SLOTS = ["banner", "logo"] as const satisfies PageImageSlot[];
type ImageChanges = Record<PageImageSlot, "new" | "remove" | "">;
const NO_IMAGE_CHANGES: ImageChanges = { banner: "", logo: "" };

/** The editor of a seller's page with its live preview. It works without script. */
export function SellPageForm({ editor, submitted }: Props) {
  const { t } = useTranslation("manage-sell");
  const { problem, values, field } = useForm(SELL_PAGE_FORM, editor.fields);
  const [initial] = useState<SellPageFields>(values);
  const form = useRef<HTMLFormElement>(null);
  const edited = useEditedPage(form, initial, editor);
  const { isDirty } = edited;
  const saving = useNavigation().formMethod === "POST";

  useEffect(() => {
    if (!submitted.current) return;
    submitted.current = false;
    const button = form.current?.querySelector<HTMLButtonElement>("button[type=submit]");
    button?.focus({ preventScroll: true });
  }, [submitted]);

  const error = problem?.code === "unreachable" ? { message: t("offline") } : problem;
  return (
    <Form
      ref={form}
      aria-label={t("title")}
      method="post"
      encType="multipart/form-data"
      noValidate
      preventScrollReset
      onInput={edited.update}
      onSubmit={(event) => {
        if (focusRefusedFile(event.currentTarget)) return event.preventDefault();
        submitted.current = true;
      }}
      className="grid min-w-0 gap-8"
    >
      <div className="grid min-w-0 items-start gap-x-12 gap-y-10 md:grid-cols-2">
        <fieldset disabled={saving} className="grid min-w-0 gap-10">
          <legend className="sr-only">{t("title")}</legend>
          <FormAlert error={error} />
          <input type="hidden" name="updatedAt" value={editor.updatedAt} />
          <AppearanceFields field={field} current={editor.images} onPreview={edited.preview} />
          <SocialFields field={field} />
          <ProductChoice products={editor.products} initial={initial.listed} edited={edited} />
        </fieldset>
        <SellPagePreview {...edited} editor={editor} />
      </div>
      <SaveBar
        saving={saving}
        isDirty={isDirty}
        isRefused={problem !== null}
        isNew={editor.updatedAt === 0}
      />
      <UnsavedChanges hasChanges={() => isDirty && !saving} />
    </Form>
  );
}

/** What the form has now, and how it differs from the saved page. */
function useEditedPage(
  form: RefObject<HTMLFormElement>,
  initial: SellPageFields,
  { fields: saved, images: savedImages }: SellPageEditor,
) {
  const [rows, setRows] = useState(() => knownRows(initial.rows, saved.rows));
  const [typed, setTyped] = useState(initial);
  const [images, setImages] = useState(NO_IMAGE_CHANGES);
  const [previews, setPreviews] = useState({ banner: "", logo: "" });

  function update() {
    if (!form.current) return;
    const data = new FormData(form.current);
    setTyped(parseSellPageFields(data));
    setImages({ banner: imageChange(data, "banner"), logo: imageChange(data, "logo") });
  }

  function preview(slot: PageImageSlot, url: string) {
    setPreviews((shown) => ({ ...shown, [slot]: url }));
    update();
  }

  const imageUrl = (slot: PageImageSlot) =>
    previews[slot] || (images[slot] === "remove" ? "" : savedImages[slot]);
  const listed = useMemo(() => {
    const chosen = new Set(typed.listed);
    return rows.filter((id) => chosen.has(id));
  }, [rows, typed.listed]);
  const isDirty = versionOf({ ...typed, listed }, images) !== versionOf(saved, NO_IMAGE_CHANGES);
  return { typed, rows, setRows, listed, isDirty, update, preview, imageUrl };
}

interface AppearanceProps extends SellPageFieldsProps {
  /** URLs of the saved images; empty without one. */
  current: SellPageEditor["images"];
  onPreview: (slot: PageImageSlot, url: string) => void;
}

/** The name, the images and the description of a page. */
function AppearanceFields({ field, current, onPreview }: AppearanceProps) {
  const { t } = useTranslation("manage-sell");
  const name = field("publicName");
  return (
    <section className="grid gap-5">
      <h2>{t("appearance")}</h2>
      <TextField
        label={t("name")}
        hint={t("nameHint")}
        {...name}
        defaultValue={name.defaultValue ?? ""}
      />
      {SLOTS.map((slot) => (
        <ImageField
          key={slot}
          slot={slot}
          label={t(slot)}
          error={field(slot).error}
          current={current[slot]}
          onPreview={(url) => onPreview(slot, url)}
        />
      ))}
      <TextareaField
        label={t("description")}
        hint={t("descriptionHint", { max: MAX_PAGE_DESCRIPTION_CHARS })}
        {...field("description")}
      />
    </section>
  );
}

/** The rows of a refused form, without products that are gone, then those that came since. */
function knownRows(rows: readonly string[], all: readonly string[]): string[] {
  const known = rows.filter((id) => all.includes(id));
  return [...known, ...all.filter((id) => !known.includes(id))];
}

/** Differs where the public page would differ. */
function versionOf(fields: SellPageFields, images: ImageChanges): string {
  const { publicName, description, website, twitter, instagram, listed } = fields;
  return JSON.stringify([publicName, description, website, twitter, instagram, listed, images]);
}

function imageChange(data: FormData, slot: PageImageSlot) {
  const file = data.get(slot);
  if (file instanceof File && file.name !== "") return "new";
  return data.get(REMOVE_FIELDS[slot]) ? "remove" : "";
}
