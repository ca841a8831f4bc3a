import type { Translation } from "../../lib/translator";
import type { FileProblem } from "../rules/sold-file";
import { setFile } from "./file-input";

/**
 * Refuses the file that was just chosen; returns why. A valid choice before it stays. Without one the
 * refused file stays in its field with its name, marked invalid: the form is not sent as if no file had
 * been chosen.
 */
export function refuseFile(
  input: HTMLInputElement,
  stays: File | null,
  { messageKey, params }: FileProblem,
  t: Translation<["publish", "refusals"]>["t"],
): string {
  const message = t(messageKey, { ns: "refusals", ...params });
  if (stays) setFile(input, stays);
  input.setCustomValidity(stays ? "" : message);
  return stays ? `${message} ${t("publish:hints.staysChosen", { name: stays.name })}` : message;
}
