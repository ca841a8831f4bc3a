import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { answerForm } from "../../http/answer-form";
import { flash, type ToastKey } from "../../http/flash";
import { formProblem } from "../../http/form-problem";
import { readForm } from "../../http/read-form";
import { assertNever } from "../../lib/assert-never";
import { offerPaths } from "../../lib/offer-paths";
import { Problem } from "../../lib/problem";
import { withPlan } from "../../products/http/seller";
import type { Product } from "../../products/rules/product";
import { SELLER_DECISIONS } from "../rules/affiliate";
import { INVITATION_FORM, PROGRAMME_FORM } from "../rules/programme-forms";
import {
  decideOnAffiliate,
  inviteAffiliates,
  revokeLink,
  saveProgramme,
  setOwnPercent,
} from "../use-cases/programme";

interface Args {
  request: Request;
  context: AppLoadContext;
}
type Viewer = Parameters<typeof withPlan>[0];

const id = z.string().max(64);
/** The forms of a single row; those with fields to show again are apart. */
const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("programme") }),
  z.object({ intent: z.literal("invite") }),
  z.object({ intent: z.literal("revoke"), id }),
  z.object({ intent: z.literal("percent"), id, percent: z.string().max(20).default("") }),
  z.object({ intent: z.literal("decide"), id, decision: z.enum(SELLER_DECISIONS) }),
]);

/** Handles the forms of the page of a product's affiliates. */
export async function programmeAction(product: Product, viewer: Viewer, args: Args) {
  const { request, context } = args;
  try {
    const form = await readForm(request);
    const parsed = schema.safeParse(Object.fromEntries(form));
    if (!parsed.success) throw new Problem("invalid_input");
    const { plan } = await withPlan(viewer, context);
    const owned = { product, plan };
    const { data } = parsed;
    switch (data.intent) {
      case "programme":
        return await saveForm(form, owned, args);
      case "invite":
        return await inviteForm(form, owned, args);
      case "revoke":
        await revokeLink(product, data, context.ports);
        return done("affiliateLinkEnded", product, context);
      case "percent":
        await setOwnPercent(owned, data, context.ports);
        return done("affiliatesSaved", product, context);
      case "decide":
        await decideOnAffiliate(product, data, context.ports);
        return done("affiliatesSaved", product, context);
      default:
        return assertNever(data);
    }
  } catch (error) {
    return formProblem(error, request);
  }
}

type Owned = Parameters<typeof saveProgramme>[0];

function saveForm(form: FormData, owned: Owned, { request, context }: Args) {
  const read = async () => form;
  return answerForm(PROGRAMME_FORM, { request, read }, async ({ values }) => {
    const typed = { isOn: values.isOn === "1", isOpen: values.isOpen === "1" };
    await saveProgramme(owned, { ...typed, percent: values.percent }, context.ports);
    return done("affiliatesSaved", owned.product, context);
  });
}

/** The page shows the link once: the secret in it is stored nowhere. */
function inviteForm(form: FormData, owned: Owned, { request, context }: Args) {
  const read = async () => form;
  return answerForm(INVITATION_FORM, { request, read }, async ({ values }) => {
    const token = await inviteAffiliates(owned, values, context.ports);
    return { invitation: context.ports.settings.appOrigin + offerPaths.affiliateInvitation(token) };
  });
}

function done(toast: ToastKey, { id }: Product, context: AppLoadContext) {
  const headers = { "Set-Cookie": flash(toast, context) };
  return redirect(offerPaths.productAffiliates(id), { headers });
}
