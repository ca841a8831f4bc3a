import { type AppLoadContext, data, redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { answerForm } from "../../http/answer-form";
import { flash, type ToastKey } from "../../http/flash";
import { formProblem } from "../../http/form-problem";
import { messageText } from "../../http/locale";
import { readBoundedForm } from "../../http/read-body";
import { assertNever } from "../../lib/assert-never";
import { chosenFile } from "../../lib/form";
import { offerPaths } from "../../lib/offer-paths";
import { Problem } from "../../lib/problem";
import type { Product } from "../../products/rules/product";
import { KEYS_FORM, SETTINGS_FORM } from "../rules/licence-forms";
import { type LineFault, MAX_NAMED_FAULTS, MAX_POOL_BYTES } from "../rules/pool-text";
import { addKeys, disableKey, removeUnsoldKeys, saveLicences } from "../use-cases/manage-licences";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/** Room for the other fields and the boundaries of a form. */
const FORM_BYTES = 16 * 1024;

const number = z.coerce.number().int().positive();
const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("settings") }),
  z.object({ intent: z.literal("add") }),
  z.object({ intent: z.literal("remove") }),
  z.object({ intent: z.literal("disable"), number }),
  z.object({ intent: z.literal("enable"), number }),
]);

/** Handles the forms of the page of a product's licence keys. */
export async function licencesAction(product: Product, args: Args) {
  const { request, context } = args;
  try {
    const tooLarge = new Problem("invalid_input", { messageKey: "licence_too_large" });
    const form = await readBoundedForm(request, MAX_POOL_BYTES + FORM_BYTES, tooLarge);
    const parsed = schema.safeParse(Object.fromEntries(form));
    if (!parsed.success) throw new Problem("invalid_input");
    const { data: wanted } = parsed;
    switch (wanted.intent) {
      case "settings":
        return await saveSettings(form, product, args);
      case "add":
        return await addTyped(form, product, args);
      case "remove":
        await removeUnsoldKeys(product, context.ports);
        return done("licenceKeysRemoved", product, context);
      case "disable":
      case "enable": {
        const isDisabled = wanted.intent === "disable";
        await disableKey(product, { number: wanted.number, isDisabled }, context.ports);
        return done(isDisabled ? "licenceKeyDisabled" : "licenceKeyEnabled", product, context);
      }
      default:
        return assertNever(wanted);
    }
  } catch (error) {
    return formProblem(error, request);
  }
}

function saveSettings(form: FormData, product: Product, { request, context }: Args) {
  const read = async () => form;
  return answerForm(SETTINGS_FORM, { request, read }, async ({ values }) => {
    await saveLicences(product, values, context.ports);
    return done("licencesSaved", product, context);
  });
}

/** Adds all keys of the text and of the file, or none: then the lines that are wrong are named. */
function addTyped(form: FormData, product: Product, { request, context }: Args) {
  const read = async () => form;
  return answerForm(KEYS_FORM, { request, read }, async ({ values }) => {
    const file = await chosenFile(form, "file")?.text();
    const text = [values.keys.trim() && values.keys, file].filter(Boolean).join("\n");
    const { faults } = await addKeys(product, text, context.ports);
    if (faults.length === 0) return done("licenceKeysAdded", product, context);
    const message = messageText(request, "licence_lines", { count: faults.length });
    const problem = { code: "invalid_input" as const, message, field: "keys" };
    return data({ problem, values, form: KEYS_FORM.name, faults: named(faults) }, { status: 422 });
  });
}

function named(faults: readonly LineFault[]): LineFault[] {
  return faults.slice(0, MAX_NAMED_FAULTS);
}

function done(toast: ToastKey, { id }: Product, context: AppLoadContext) {
  const headers = { "Set-Cookie": flash(toast, context) };
  return redirect(offerPaths.productLicences(id), { headers });
}
