import { useTranslation } from "../../ui/translation";
import type { FieldProps } from "../../ui/use-form";
import { PriceField } from "./price-field";
import { useFieldError } from "./use-field-error";

interface Props {
  price: FieldProps;
  free: FieldProps;
  /** Commission in basis points. */
  feeBps: number;
}

/** The price, or the choice to have none. CSS alone hides the price, so that it works without script. */
export function FreeOrPrice({ price, free, feeBps }: Props) {
  const { t } = useTranslation("publish");
  const [error, setError] = useFieldError(free.error);
  return (
    <div className="group grid gap-3">
      <div className="group-has-[input[name=free]:checked]:hidden">
        <PriceField field={price} feeBps={feeBps} />
      </div>
      <div>
        <label className="flex min-h-6 w-fit cursor-pointer items-center gap-3 font-semibold text-sm">
          <input
            type="checkbox"
            name="free"
            defaultChecked={free.defaultValue !== undefined && free.defaultValue !== ""}
            aria-describedby={error ? "free-error free-hint" : "free-hint"}
            aria-invalid={error ? true : undefined}
            onChange={() => setError("")}
            className="size-5 shrink-0 accent-accent"
          />
          {t("fields.free")}
        </label>
        <p id="free-hint" className="mt-1 text-ink-2 text-sm">
          {t("hints.free")}
        </p>
        {error && (
          <p id="free-error" className="mt-1 font-medium text-accent text-sm">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
