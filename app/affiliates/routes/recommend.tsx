import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { FormPage } from "../../accounts/ui/form-page";
import { answerForm } from "../../http/answer-form";
import { flash } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewer } from "../../http/viewer";
import { defineForm } from "../../lib/form";
import { offerPaths } from "../../lib/offer-paths";
import { paths } from "../../lib/paths";
import { DAY_MS } from "../../lib/time-zone";
import { ProductTitle } from "../../products/ui/product-title";
import { Button } from "../../ui/button";
import { TextareaField } from "../../ui/field";
import { FORM_ERROR_ID, FormAlert } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { MAX_APPLICATION_CHARS, percentOf } from "../rules/affiliate";
import { applyAsAffiliate, readApplication } from "../use-cases/join";

export const handle = { script: false };

/** Per account: a person can have 20 open applications. */
const RATE_LIMIT = { name: "recommend", limit: 60, windowMs: DAY_MS };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid, wallet } = await requireViewer({ request, context });
  const input = { productId: params.productId ?? "", person: { uid, wallet } };
  const { product, bps, isOpen, isOwn, hasWallet, standing } = await readApplication(
    input,
    context.ports,
  );
  return {
    title: fixedT(request, "page-recommend")("title"),
    product,
    percent: bps === null ? null : percentOf(bps),
    canApply: isOpen && !isOwn && (standing === null || standing.state === "left"),
    isOwn,
    hasWallet,
    state: standing?.state ?? null,
  };
}

const APPLICATION = defineForm({ note: { rows: 4, maxLength: MAX_APPLICATION_CHARS } });

export async function action(args: ActionFunctionArgs) {
  const { params, context } = args;
  const { uid, wallet } = await requireViewer(args);
  return answerForm(APPLICATION, args, async ({ values: { note } }) => {
    await limitByAccount(context, uid, RATE_LIMIT);
    const productId = params.productId ?? "";
    await applyAsAffiliate({ productId, person: { uid, wallet }, note }, context.ports);
    return redirect(offerPaths.affiliate, {
      headers: { "Set-Cookie": flash("affiliateApplied", context) },
    });
  });
}

export default function Recommend() {
  const { t } = useTranslation("page-recommend");
  const { title, product, percent, canApply, isOwn, hasWallet, state } =
    useLoaderData<typeof loader>();
  const { problem, field } = useForm(APPLICATION);
  const back = { href: paths.buy(product.id), text: t("back") };
  const lead = (
    <span className="wrap-anywhere">
      <ProductTitle>{product.title}</ProductTitle>
    </span>
  );
  return (
    <FormPage title={title} lead={lead} back={back}>
      <div className="grid gap-4">
        {percent !== null && <p className="font-semibold">{t("offer", { percent })}</p>}
        <p>{t("how")}</p>
        <p className="text-ink-2 text-sm">{t("refunds")}</p>
        {isOwn && <p>{t("own")}</p>}
        {state && <p data-state={state}>{t(`states.${state}`)}</p>}
        {(state === "active" || state === "applied") && (
          <a href={offerPaths.affiliate} className="link">
            {t("mine")}
          </a>
        )}
        {canApply && !hasWallet && (
          <p>
            {t("wallet")}{" "}
            <a href={paths.profile} className="link">
              {t("link")}
            </a>
          </p>
        )}
        {canApply && hasWallet && (
          <Form method="post" aria-label={title} className="grid gap-4">
            <TextareaField label={t("note")} hint={t("noteHint")} {...field("note")} />
            <FormAlert id={FORM_ERROR_ID} error={problem} />
            <Button type="submit" className="justify-self-start">
              {t("apply")}
            </Button>
          </Form>
        )}
      </div>
    </FormPage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title, isPrivate: true }, error);
