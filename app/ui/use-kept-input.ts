// @chunk kept-input
import { type RefObject, useCallback, useEffect, useState } from "react";
import { dispatchChange, isChanged } from "./keep-early-input";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Values of a form by the names of its fields. A file is kept by its name only. */
interface Kept {
  version: string;
  values: Record<string, string>;
  files: Record<string, string>;
}

interface KeptInput {
  /** Names of files, by field, that were chosen before the page was loaded again. */
  lostFiles: Record<string, string>;
  /** Forgets the input, once it is sent. */
  clear(): void;
}

const NOTHING: Record<string, string> = {};
/** Without them: a secret, what the server sets, and buttons. */
const SKIPPED_TYPES = ["password", "hidden", "submit", "button", "radio"];

/**
 * Keeps what is typed into a form for this tab: over a reload, a switch of language or theme, a link
 * and Back, or a crash. Input for another `version` of what is edited is dropped.
 */
export function useKeptInput(
  form: RefObject<HTMLFormElement>,
  { key, version = "" }: { key: string; version?: string },
): KeptInput {
  const item = `input:${key}`;
  const [lostFiles, setLostFiles] = useState(NOTHING);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const kept = read(item, version);
    let isRestoring = kept !== null;
    const save = () => {
      // Half of the input must not replace the whole.
      if (!isRestoring) write(item, { version, ...valuesOf(element) });
    };
    const chosen = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type === "file")
        setLostFiles(({ [target.name]: _, ...others }) => others);
    };
    element.addEventListener("input", save);
    element.addEventListener("change", chosen);
    if (kept) {
      setLostFiles(kept.files);
      void restore(element, kept.values).then(() => {
        isRestoring = false;
      });
    } else if (isFormChanged(element)) {
      // Typed before the page was hydrated.
      save();
    }
    return () => {
      element.removeEventListener("input", save);
      element.removeEventListener("change", chosen);
    };
  }, [form, item, version]);
  const clear = useCallback(() => remove(item), [item]);
  return { lostFiles, clear };
}

/** In the order of the form: a choice can add the fields after it. */
async function restore(form: HTMLFormElement, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (!isField(field) || !isToRestore(field, value)) continue;
    if (isBox(field)) field.checked = value !== "";
    else field.value = value;
    dispatchChange(field);
    await new Promise((rendered) => setTimeout(rendered));
  }
}

/** A choice that the browser itself has restored is reported to the page again: fields depend on it. */
function isToRestore(field: Field, value: string): boolean {
  if (valueIn(field) === value) return field instanceof HTMLSelectElement;
  return !isTyped(field);
}

/** True where a field, or one of a type, has another value than the page gave it. */
export function isFormChanged(form: HTMLFormElement | null, type?: "file"): boolean {
  return [...(form?.elements ?? [])].some(
    (element) => isField(element) && (!type || element.type === type) && isTyped(element),
  );
}

/** True where the person has changed it since the page was loaded. */
function isTyped(field: Field): boolean {
  if (!(field instanceof HTMLSelectElement)) return isChanged(field);
  const initial = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
  return initial?.selected === false;
}

function valuesOf(form: HTMLFormElement): Omit<Kept, "version"> {
  const kept: Omit<Kept, "version"> = { values: {}, files: {} };
  for (const field of form.elements) {
    if (!isField(field) || field.name === "" || SKIPPED_TYPES.includes(field.type)) continue;
    // What the page fills in may be another value when it is loaded again.
    if (field.dataset.prefilled && !isTyped(field)) continue;
    if (field.type !== "file") kept.values[field.name] = valueIn(field);
    else if (field instanceof HTMLInputElement && field.files?.[0])
      kept.files[field.name] = field.files[0].name;
  }
  return kept;
}

/** Empty for a box that is not ticked. */
function valueIn(field: Field): string {
  return isBox(field) && !field.checked ? "" : field.value;
}

function isBox(field: Field): field is HTMLInputElement {
  return field.type === "checkbox";
}

function isField(element: unknown): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

function read(item: string, version: string): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(item) ?? "null") as Kept | null;
    return kept?.version === version ? kept : null;
  } catch {
    return null;
  }
}

function write(item: string, kept: Kept): void {
  try {
    sessionStorage.setItem(item, JSON.stringify(kept));
  } catch {
    // Storage is blocked or full: the input is kept by the page alone.
  }
}

function remove(item: string): void {
  try {
    sessionStorage.removeItem(item);
  } catch {
    // Storage is blocked.
  }
}
