// @chunk form
import type { MessageKey, ProblemCode } from "./problem";

/** A field: the attributes of its control, in the order of the HTML, and how the server checks it. */
export interface FieldDefinition {
  /** Default: text. The value of a password never comes back to the page. */
  type?: "email" | "password" | "url";
  required?: true;
  "aria-required"?: true;
  /** What the page fills in may be another value later: `useKeptInput` keeps what was typed alone. */
  "data-prefilled"?: true;
  rows?: number;
  /** In characters. The use case refuses a longer value. */
  maxLength?: number;
  autoComplete?: string;
  autoCapitalize?: "none" | "characters";
  spellCheck?: false;
  className?: string;
  /** The message for a value that `type`, `required` or `maxChars` refuses. Without one, any text passes. */
  refusal?: MessageKey;
  /** In characters, for the check alone. */
  maxChars?: number;
}

export type FormFields = Readonly<Record<string, FieldDefinition>>;

/** Texts as typed, by field; without those that never come back. */
export type TextsOf<F extends FormFields> = {
  -readonly [Name in keyof F as F[Name] extends { type: "password" } ? never : Name]: string;
};

interface FormOptions<V> {
  /** Tells the forms of one page apart. */
  name?: string;
  /** True where an error stands at its field; else the alert of the form says it. */
  errorsAtFields?: true;
  /** The values that come back after a refusal. Default: the texts of the fields. */
  read?(data: FormData): V;
}

export interface FormDefinition<F extends FormFields, V> extends FormOptions<V> {
  fields: F;
}

/** A form that a person fills in: `answerForm` handles it on the server, `useForm` shows it. */
export function defineForm<const F extends FormFields, V extends object = TextsOf<F>>(
  fields: F,
  options: FormOptions<V> = {},
): FormDefinition<F, V> {
  return { fields, ...options };
}

/** A refusal, or `unreachable` from the browser itself. */
export interface FormProblem {
  code: ProblemCode | "unreachable";
  /** In the user's language. */
  message: string;
  /** The name of the invalid control; null where the error concerns the whole form. */
  field: string | null;
}

/** The answer to a refused form. */
export interface FormAnswer<V> {
  problem: FormProblem;
  /** As typed; empty where nothing was read, and missing where there is no answer. */
  values?: Partial<V>;
  /** The `name` of the form. */
  form?: string;
}

/** A text field of a submitted form; empty where it is missing or a file. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}

/** The file that is chosen in a form, or null. */
export function chosenFile(form: FormData, name: string): File | null {
  return chosenFiles(form, name)[0] ?? null;
}

/** The files that are chosen in a form: browsers send an empty file without a name for no choice. */
export function chosenFiles(form: FormData, name: string): File[] {
  return form
    .getAll(name)
    .filter(
      (value): value is File => value instanceof File && (value.name !== "" || value.size > 0),
    );
}
