import { defineForm } from "../../lib/form";
import { MAX_INVITATION_NOTE_CHARS } from "./author";

const PERCENT = { required: true, autoComplete: "off", refusal: "percent_invalid" } as const;

/** An invitation of a seller. */
export const INVITATION = defineForm(
  { percent: PERCENT, note: { maxLength: MAX_INVITATION_NOTE_CHARS, autoComplete: "off" } },
  { name: "invitation", errorsAtFields: true },
);

/** The part of one author: a page has one of these for each, named by the author. */
export const partForm = (author: string) =>
  defineForm({ percent: PERCENT }, { name: author, errorsAtFields: true });
