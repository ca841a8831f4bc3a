import { z } from "zod";
import { type FieldDefinition, type FormDefinition, type FormFields, textOf } from "../lib/form";
import { Problem } from "../lib/problem";
import { formProblem } from "./form-problem";
import { readForm } from "./read-form";

interface Submitted<F extends FormFields, V> {
  data: FormData;
  /** As typed; they come back to the page where `handle` throws a `Problem`. */
  values: V;
  /** These fields, or all, as checked. Throws `invalid_input` with the first invalid one. */
  checked<Name extends keyof F & string = keyof F & string>(
    names?: readonly Name[],
  ): Record<Name, string>;
}

/**
 * Answers a submitted form with what `handle` returns, or with the `Problem` that it throws and the
 * values to show again. `read` reads the body where the form is larger than text.
 */
export async function answerForm<F extends FormFields, V extends object, Answer>(
  form: FormDefinition<F, V>,
  { request, read = readForm }: { request: Request; read?: typeof readForm },
  handle: (submitted: Submitted<F, V>) => Promise<Answer>,
) {
  const { fields, name } = form;
  const typed = form.read ?? ((data: FormData) => textsOf(fields, data) as V);
  // Before the body is read.
  let values: Partial<V> = form.read ? {} : typed(new FormData());
  try {
    const data = await read(request);
    const submitted = typed(data);
    values = submitted;
    return await handle({
      data,
      values: submitted,
      checked: (names) => checkFields(fields, names ?? Object.keys(fields), data),
    });
  } catch (error) {
    return formProblem(error, request, values, name);
  }
}

function textsOf(fields: FormFields, data: FormData): Record<string, string> {
  const names = Object.keys(fields).filter((name) => fields[name]?.type !== "password");
  return Object.fromEntries(names.map((name) => [name, textOf(data, name)]));
}

function checkFields(
  fields: FormFields,
  names: readonly string[],
  data: FormData,
): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const name of names) {
    const field = fields[name] as FieldDefinition;
    const { success, data: value = "" } = fieldSchema(field).safeParse(data.get(name));
    if (field.refusal && !success)
      throw new Problem("invalid_input", { messageKey: field.refusal, field: name });
    checked[name] = field.refusal ? value : textOf(data, name);
  }
  return checked;
}

/** What a field accepts. */
export function fieldSchema({
  type,
  required,
  maxChars = Number.MAX_SAFE_INTEGER,
}: FieldDefinition) {
  if (type === "email") {
    const address = z.string().trim().max(maxChars).pipe(z.email());
    return required ? address : z.literal("").or(address);
  }
  const text = z.string().max(maxChars);
  return required ? text.min(1) : text;
}
