import { useState } from "react";
import type { FormDefinition, FormFields } from "../../lib/form";
import type { FormError } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { fieldsOf, useForm } from "../../ui/use-form";
import { useLatestAnswer } from "../../ui/use-latest-answer";
import type { InputError } from "./file-error";

/**
 * A form that the page checks before it sends anything. `error` is the `refusal` of a submission
 * without script until `show` is called with the result of the page's own check.
 */
export function useCheckedForm<F extends FormFields, V extends object>(
  form: FormDefinition<F, V>,
  initial?: Partial<V>,
) {
  const { t } = useTranslation("refusals");
  const { problem: refusal, values } = useForm(form, initial);
  const [last, setLast] = useState<FormError | null>(refusal);
  const error = useLatestAnswer(last);
  const show = (invalid: InputError | null) =>
    setLast(invalid && { message: t(invalid.messageKey, invalid.params), field: invalid.field });
  return { refusal, error, show, field: fieldsOf(form, values, error) };
}
