// @chunk offer
import type { Ref } from "react";
import { WAIVER_VERSION } from "../../orders/rules/waiver";
import { useTranslation } from "../../ui/translation";

/** What happens without the declaration: in a shop that requires it, it is asked for after the payment. */
export function waiverHint(isRequired: boolean): "optional" | "later" {
  return isRequired ? "later" : "optional";
}

/** The declaration by which a buyer gives up the right of withdrawal, as a box that is never ticked beforehand. */
export function WaiverBox({
  hint,
  inputRef,
}: {
  hint: ReturnType<typeof waiverHint> | null;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const { t } = useTranslation("waiver");
  return (
    <label className="mb-4 flex cursor-pointer items-start gap-2.5 text-sm">
      <input
        ref={inputRef}
        type="checkbox"
        name="waiver"
        value={WAIVER_VERSION}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <span>
        {t(`declaration.${WAIVER_VERSION}`)} {hint && <span className="text-ink-3">{t(hint)}</span>}
      </span>
    </label>
  );
}
