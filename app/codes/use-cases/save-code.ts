import type { Codes, CodeWriteRefusal } from "../../../db/codes/codes";
import { assertNever } from "../../lib/assert-never";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import {
  type CodeContent,
  type CodeFields,
  MAX_CODES,
  MAX_ENABLED_CODES,
  validateCode,
} from "../rules/code-form";

interface Input {
  uid: string;
  fields: CodeFields;
  /** Of the dates as typed. */
  timeZone: string;
}

interface Deps {
  codes: Pick<Codes, "byId" | "insert" | "update">;
  clock: Clock;
}

/**
 * Makes a code. Throws `invalid_input` with the field that is not valid, and where the seller has as many codes as
 * one can have.
 */
export async function makeCode(
  { uid, ...typed }: Input,
  deps: Deps & { ids: Pick<Ids, "short"> },
): Promise<void> {
  const at = deps.clock.now();
  const content = contentOf({ ...typed, now: at, savedEnd: null });
  const refusal = await deps.codes.insert({ id: deps.ids.short(), ownerUid: uid, content, at });
  if (refusal) throw problemOf(refusal);
}

/**
 * Changes a seller's code. Throws `not_found`, also for another seller's; `conflict` where it was changed since the
 * form was opened (`replaces`, epoch ms); and what `makeCode` throws.
 */
export async function changeCode(
  { uid, id, replaces, ...typed }: Input & { id: string; replaces: number },
  deps: Deps,
): Promise<void> {
  const saved = await deps.codes.byId(uid, id);
  if (!saved) throw new Problem("not_found");
  const now = deps.clock.now();
  const content = contentOf({ ...typed, now, savedEnd: saved.endsAt });
  const at = Math.max(replaces + 1, now);
  const refusal = await deps.codes.update({ id, ownerUid: uid, content, at, replaces });
  if (refusal) throw problemOf(refusal);
}

function contentOf({
  fields,
  ...limits
}: Omit<Input, "uid"> & { now: number; savedEnd: number | null }): CodeContent {
  const checked = validateCode(fields, limits);
  if (checked.ok) return checked.value;
  throw new Problem("invalid_input", checked.error);
}

function problemOf(refusal: CodeWriteRefusal): Problem {
  switch (refusal.why) {
    case "changed":
      return new Problem("conflict");
    case "taken":
      return new Problem("invalid_input", { messageKey: "code_name_taken", field: "name" });
    case "foreign":
      return new Problem("invalid_input", { messageKey: "listed_foreign", field: "product" });
    case "used":
      return new Problem("invalid_input", {
        messageKey: "code_capacity_used",
        params: { count: refusal.used },
        field: "capacity",
      });
    case "full":
      return new Problem("invalid_input", {
        messageKey: "codes_full",
        params: { max: MAX_ENABLED_CODES },
      });
    case "full_with_disabled":
      return new Problem("invalid_input", {
        messageKey: "codes_full_with_disabled",
        params: { max: MAX_CODES },
      });
    default:
      return assertNever(refusal);
  }
}
