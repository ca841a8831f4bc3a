import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { answerForm } from "../../http/answer-form";
import { flash } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewer } from "../../http/viewer";
import { offerPaths } from "../../lib/offer-paths";
import { typedSol } from "../../lib/parse-sol";
import { withPlan } from "../../products/http/seller";
import { Button } from "../../ui/button";
import { TextareaField, TextField } from "../../ui/field";
import { FormAlert } from "../../ui/form-alert";
import { keepForm } from "../../ui/keep-form";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { BUNDLE_WRITES } from "../rules/bundle";
import { NEW_BUNDLE } from "../rules/bundle-form";
import { BundlePage } from "../ui/bundle-page";
import { ItemChoices } from "../ui/item-choices";
import { readNewBundle } from "../use-cases/read-bundles";
import { makeBundle } from "../use-cases/save-bundle";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const copied = new URL(request.url).searchParams.get("copy");
  const editor = await readNewBundle({ uid, copied }, context.ports);
  return { title: fixedT(request, "bundles")("newTitle"), ...editor };
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const viewer = await requireViewer(args);
  return answerForm(NEW_BUNDLE, args, async ({ values: fields }) => {
    await limitByAccount(context, viewer.uid, BUNDLE_WRITES);
    const seller = await withPlan(viewer, context);
    const id = await makeBundle({ seller, fields }, context.ports);
    const done = flash("productSaved", context);
    return redirect(offerPaths.bundle(id), { headers: { "Set-Cookie": done } });
  });
}

/** Keeps what was typed where there is no answer. */
export const clientAction = keepForm();

export default function NewBundle() {
  const { t, i18n } = useTranslation("bundles");
  const { title, choices } = useLoaderData<typeof loader>();
  const { problem, values, field } = useForm(NEW_BUNDLE);
  const { formMethod, state } = useNavigation();
  const price = field("price");
  return (
    <BundlePage title={title}>
      <Form
        method="post"
        aria-label={title}
        noValidate
        className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-8"
      >
        <FormAlert error={problem} />
        <TextField label={t("form.title")} {...field("title")} />
        <ItemChoices choices={choices} chosen={values.items} error={field("item").error} />
        <TextField
          label={t("form.price")}
          hint={t("form.priceHint")}
          inputMode="decimal"
          {...price}
          defaultValue={typedSol(price.defaultValue ?? "", i18n.language)}
        />
        <TextareaField
          label={t("form.description")}
          hint={t("form.descriptionHint")}
          {...field("description")}
        />
        <p className="text-ink-2 text-sm">{t("form.wallet")}</p>
        <Button
          type="submit"
          busy={state !== "idle" && formMethod === "POST"}
          className="justify-self-start"
        >
          {t("form.make")}
        </Button>
      </Form>
    </BundlePage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);
