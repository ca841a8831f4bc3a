import type { ReactNode } from "react";
import { TextareaField, TextField } from "../../ui/field";
import { useTranslation } from "../../ui/translation";
import type { ProductFields as Fields } from "../rules/product-form";
import { MAX_DESCRIPTION_CHARS, MAX_TITLE_CHARS } from "../rules/product-texts";
import { CategoryFields, SaleFields } from "./field-groups";
import { FocusField } from "./focus-field";
import { ImageField } from "./image-field";
import { Label } from "./label";
import { PriceField } from "./price-field";

/** Error messages by field name. */
export type FieldErrors = Partial<Record<string, string>>;

interface Props {
  fields: Fields;
  /** Commission in basis points. */
  feeBps: number;
  errors: FieldErrors;
  /** URLs of the product's images; empty if absent. */
  images?: { cover: string; image: string };
  /** Attributes of the field for the payout wallet. */
  recipient: { hint: ReactNode; "data-prefilled"?: true };
  /** Names of images, by field, that have to be chosen again. */
  lostFiles?: Record<string, string>;
}

/** All fields of a product but its file. */
export function ProductFieldset(props: Props) {
  const { fields, feeBps, errors, recipient } = props;
  const { t } = useTranslation("publish");
  return (
    <>
      <TextField
        name="title"
        label={<Label text={t("fields.title")} required />}
        error={errors.title}
        aria-required
        maxLength={MAX_TITLE_CHARS}
        autoComplete="off"
        defaultValue={fields.title}
      />
      <PriceField price={fields.price} feeBps={feeBps} error={errors.price} />
      <CategoryFields category={fields.category} subcategory={fields.subcategory} errors={errors} />
      <TextareaField
        name="description"
        label={<Label text={t("fields.description")} required />}
        error={errors.description}
        aria-required
        rows={6}
        maxLength={MAX_DESCRIPTION_CHARS}
        defaultValue={fields.description}
      />
      <ProductImageFields {...props} />
      <TextField
        name="recipient"
        label={<Label text={t("fields.recipient")} required />}
        {...recipient}
        error={errors.recipient}
        aria-required
        className="font-mono text-sm"
        autoComplete="off"
        spellCheck={false}
        defaultValue={fields.recipient}
      />
      <SaleFields saleType={fields.saleType} saleLimit={fields.saleLimit} errors={errors} />
    </>
  );
}

/** The cover, of which the seller sets the focus, and the second image. */
function ProductImageFields({ fields, errors, images, lostFiles = {} }: Props) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <ImageField
        slot="cover"
        error={errors.cover}
        current={images?.cover}
        lost={lostFiles.cover}
        picture={(shown) => (
          <FocusField key={shown.url} image={shown} fields={fields} errors={errors} />
        )}
      />
      <ImageField
        slot="image"
        error={errors.image}
        current={images?.image}
        lost={lostFiles.image}
      />
    </div>
  );
}
