import { useTranslation } from "../../ui/translation";
import type { FieldsOf } from "../../ui/use-form";
import type { EDIT_PRODUCT } from "../rules/product-fields";
import { Label } from "./label";
import { PriceField } from "./price-field";
import { useFieldError } from "./use-field-error";

interface Props {
  field: FieldsOf<typeof EDIT_PRODUCT.fields>;
  /** Commission in basis points. */
  feeBps: number;
}

/**
 * The price, the choice to let buyers pay more, or to have none. CSS alone hides what does not count, so that it
 * works without script.
 */
export function FreeOrPrice({ field, feeBps }: Props) {
  const { t } = useTranslation("publish");
  return (
    <div className="group grid gap-3">
      <div className="grid gap-3 group-has-[input[name=free]:checked]:hidden">
        <PriceField
          field={field("price")}
          label={<Label text={t("fields.price")} required />}
          feeBps={feeBps}
        />
        <Choice name="isPriceChosen" field={field} />
        <div className="hidden group-has-[input[name=isPriceChosen]:checked]:block">
          <PriceField
            field={field("suggested")}
            label={t("fields.suggested")}
            lead={t("hints.suggested")}
            feeBps={feeBps}
          />
        </div>
      </div>
      <Choice name="free" field={field} />
    </div>
  );
}

/** A box with its hint. */
function Choice({ name, field }: Pick<Props, "field"> & { name: "free" | "isPriceChosen" }) {
  const { t } = useTranslation("publish");
  const { defaultValue = "", error: refusal } = field(name);
  const [error, setError] = useFieldError(refusal);
  return (
    <div>
      <label className="flex min-h-6 w-fit cursor-pointer items-center gap-3 font-semibold text-sm">
        <input
          type="checkbox"
          name={name}
          defaultChecked={defaultValue !== ""}
          aria-describedby={error ? `${name}-error ${name}-hint` : `${name}-hint`}
          aria-invalid={error ? true : undefined}
          onChange={() => setError("")}
          className="size-5 shrink-0 accent-accent"
        />
        {t(`fields.${name}`)}
      </label>
      <p id={`${name}-hint`} className="mt-1 text-ink-2 text-sm">
        {t(`hints.${name}`)}
      </p>
      {error && (
        <p id={`${name}-error`} className="mt-1 font-medium text-accent text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
