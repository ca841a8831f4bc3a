// @chunk form
import { useActionData } from "@remix-run/react";
import type { FieldDefinition, FormAnswer, FormDefinition, FormFields } from "../lib/form";
import { errorIdOf, type FormError } from "./form-alert";
import { useLatestAnswer } from "./use-latest-answer";

/** For `TextField` and its like. */
export interface FieldProps extends Omit<FieldDefinition, "refusal" | "maxChars"> {
  name: string;
  defaultValue: string | undefined;
  error?: string | undefined;
  errorId?: string | undefined;
}

/** The props of a field by its name. */
export type FieldsOf<F extends FormFields> = (name: keyof F & string) => FieldProps;

/** A form after its last answer: the refusal, the values to show (over `initial` ones), and its fields. */
export function useForm<F extends FormFields, V extends object, I extends Partial<V> = object>(
  form: FormDefinition<F, V>,
  initial?: I,
) {
  const last = useActionData() as FormAnswer<V> | undefined;
  const answer = last?.form === form.name ? last : undefined;
  const problem = useLatestAnswer(answer?.problem) ?? null;
  const values = { ...initial, ...answer?.values } as I & Partial<V>;
  const field = fieldsOf(form, values, problem);
  return { isRefused: answer !== undefined, problem, values, field };
}

/** The fields of a form with these values and this error. */
export function fieldsOf<F extends FormFields, V>(
  { fields, errorsAtFields }: FormDefinition<F, V>,
  values: object,
  error: FormError | null,
): FieldsOf<F> {
  return (name) => {
    const { refusal: _, maxChars: __, ...attributes } = fields[name] as FieldDefinition;
    return {
      name,
      ...attributes,
      defaultValue: (values as Record<string, string | undefined>)[name],
      ...(errorsAtFields
        ? { error: error?.field === name ? error.message : undefined }
        : { errorId: errorIdOf(error, name) }),
    };
  };
}
