import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { answerForm } from "../../http/answer-form";
import { flash } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewer } from "../../http/viewer";
import { defineForm } from "../../lib/form";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/button";
import { TextareaField, TextField } from "../../ui/field";
import { FORM_ERROR_ID, FormAlert } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { MAX_EMAIL_CHARS } from "../rules/email";
import {
  MAX_BUSINESS_ADDRESS_CHARS,
  MAX_BUSINESS_LINE_CHARS,
  SELLER_KINDS,
} from "../rules/seller-status";
import { FormPage } from "../ui/form-page";
import { readSellerStatus, saveSellerStatus } from "../use-cases/seller-status";

export const handle = { script: false };

/** Per account: a status changes seldom. */
const RATE_LIMIT = { name: "seller-status", limit: 30, windowMs: 3_600_000 };

export async function loader(args: LoaderFunctionArgs) {
  const { uid } = await requireViewer(args);
  const { kind, business } = await readSellerStatus({ uid }, args.context.ports);
  const saved = {
    sellerKind: kind ?? "",
    businessName: business.name,
    businessAddress: business.address,
    businessRegistration: business.registration,
    businessEmail: business.email,
  };
  return { title: fixedT(args.request, "page-seller-status")("title"), saved };
}

const STATUS = defineForm({
  sellerKind: {},
  businessName: { autoComplete: "organization", maxLength: MAX_BUSINESS_LINE_CHARS },
  businessAddress: {
    autoComplete: "street-address",
    rows: 3,
    maxLength: MAX_BUSINESS_ADDRESS_CHARS,
  },
  businessRegistration: { maxLength: MAX_BUSINESS_LINE_CHARS },
  businessEmail: { type: "email", autoComplete: "email", maxLength: MAX_EMAIL_CHARS },
});

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const { uid } = await requireViewer(args);
  return answerForm(STATUS, args, async ({ values: typed }) => {
    await limitByAccount(context, uid, RATE_LIMIT);
    await saveSellerStatus({ uid, typed }, context.ports);
    return redirect(paths.profile, {
      headers: { "Set-Cookie": flash("sellerStatusSaved", context) },
    });
  });
}

export default function SellerStatusPage() {
  const { t } = useTranslation("page-seller-status");
  const { title, saved } = useLoaderData<typeof loader>();
  const { problem, values, field } = useForm(STATUS, saved);
  return (
    <FormPage title={title} lead={t("lead")} back={{ href: paths.profile, text: t("back") }}>
      <Form method="post" aria-label={title} className="grid gap-5">
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-semibold text-sm">{t("kind")}</legend>
          {[...SELLER_KINDS, ""].map((kind) => (
            <label key={kind} className="flex min-h-9 items-center gap-3">
              <input
                type="radio"
                name="sellerKind"
                value={kind}
                defaultChecked={values.sellerKind === kind}
                className="size-5 shrink-0 accent-ink"
              />
              {t(`kinds.${kind === "trader" || kind === "private" ? kind : "unset"}`)}
            </label>
          ))}
        </fieldset>
        <fieldset className="grid gap-4">
          <legend className="mb-1.5 font-semibold text-sm">{t("business")}</legend>
          <p className="text-ink-2 text-sm">{t("businessHint")}</p>
          <TextField label={t("name")} {...field("businessName")} />
          <TextareaField label={t("address")} {...field("businessAddress")} />
          <TextField label={t("registration")} {...field("businessRegistration")} />
          <TextField label={t("email")} {...field("businessEmail")} />
        </fieldset>
        <FormAlert id={FORM_ERROR_ID} error={problem} />
        <Button type="submit" className="justify-self-start">
          {t("save")}
        </Button>
      </Form>
    </FormPage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data && { title: data.title, isPrivate: true });
