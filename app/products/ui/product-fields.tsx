import type { ReactNode } from "react";
import { TextareaField, TextField } from "../../ui/field";
import { fromPart } from "../../ui/from-part";
import { useTranslation } from "../../ui/translation";
import type { FieldsOf } from "../../ui/use-form";
import type { EDIT_PRODUCT } from "../rules/product-fields";
import { EditorSection } from "./editor-section";
import { CategoryFields, SaleFields } from "./field-groups";
import { focusFieldPart } from "./focus-field-part";
import { FreeOrPrice } from "./free-field";
import { ImageField } from "./image-field";
import { Label } from "./label";
import { PresentationFields } from "./presentation-fields";
import type { EditedPresentation } from "./use-edited-presentation";

interface Props {
  field: FieldsOf<typeof EDIT_PRODUCT.fields>;
  /** Commission in basis points. */
  feeBps: number;
  /** URL of the product's cover; empty without one. */
  images?: { cover: string };
  /** Of the payout wallet. */
  recipientHint: ReactNode;
  /** Names of images, by field, that have to be chosen again. */
  lostFiles?: Record<string, string>;
  presentation: EditedPresentation;
  /** Below the payout wallet. */
  payee?: ReactNode;
  /** Called with the URL of a chosen cover, and with an empty one once it is removed again. */
  onCover?(url: string): void;
}

/** All fields of a product but its files, in sections. */
export function ProductSections(props: Props) {
  const { field, feeBps, recipientHint, payee, presentation, lostFiles = {} } = props;
  const { t } = useTranslation("publish");
  return (
    <>
      <EditorSection title={t("sections.what")}>
        <TextField label={<Label text={t("fields.title")} required />} {...field("title")} />
        <CategoryFields category={field("category")} subcategory={field("subcategory")} />
        <DescriptionField description={field("description")} />
        <CoverField {...props} />
      </EditorSection>
      <EditorSection title={t("sections.price")}>
        <FreeOrPrice field={field} feeBps={feeBps} />
        <SaleFields saleType={field("saleType")} saleLimit={field("saleLimit")} />
      </EditorSection>
      <EditorSection title={t("sections.payee")}>
        <TextField
          label={<Label text={t("fields.recipient")} required />}
          hint={recipientHint}
          {...field("recipient")}
        />
        {payee}
      </EditorSection>
      <EditorSection title={t("sections.more")} lead={t("sections.moreLead")}>
        <PresentationFields {...presentation} error={field("image").error} lost={lostFiles.image} />
      </EditorSection>
    </>
  );
}

const SIGNS = ["heading", "bold", "italic", "list", "numbers", "link", "quote", "code"] as const;

function DescriptionField({ description }: { description: ReturnType<Props["field"]> }) {
  const { t } = useTranslation("publish");
  return (
    <div className="grid gap-1.5">
      <TextareaField
        label={<Label text={t("fields.description")} required />}
        hint={t("hints.description")}
        {...description}
      />
      <details className="text-ink-2 text-sm">
        <summary className="link min-h-6 w-fit cursor-pointer">{t("formatting.title")}</summary>
        <ul className="mt-2 grid gap-1">
          {SIGNS.map((sign) => (
            <li key={sign}>
              <code className="wrap-anywhere">{t(`formatting.signs.${sign}`)}</code>
            </li>
          ))}
        </ul>
        <p className="mt-2">{t("formatting.escape")}</p>
      </details>
    </div>
  );
}

/** The cover, of which the seller sets the focus. */
function CoverField({ field, images, lostFiles = {}, onCover }: Props) {
  const focus = { x: field("coverFocusX"), y: field("coverFocusY") };
  return (
    <ImageField
      slot="cover"
      error={field("cover").error}
      current={images?.cover}
      lost={lostFiles.cover}
      picture={(shown) => <Focus key={shown.url} image={shown} fields={focus} />}
      onPreview={onCover}
    />
  );
}

const Focus = fromPart(
  focusFieldPart,
  ({ FocusField }) => FocusField,
  (one, other) => JSON.stringify(one) === JSON.stringify(other),
);
