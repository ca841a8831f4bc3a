import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { answerForm } from "../../http/answer-form";
import { flash } from "../../http/flash";
import { pageMeta } from "../../http/page-meta";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewer } from "../../http/viewer";
import { offerPaths } from "../../lib/offer-paths";
import { paths } from "../../lib/paths";
import { parseVersion } from "../../products/http/product-form";
import { withPlan } from "../../products/http/seller";
import { Badge } from "../../ui/badge";
import { Button, ButtonLink } from "../../ui/button";
import { FormAlert } from "../../ui/form-alert";
import { keepForm } from "../../ui/keep-form";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { BUNDLE_WRITES } from "../rules/bundle";
import { BUNDLE_ITEMS } from "../rules/bundle-form";
import { BundleAmounts } from "../ui/bundle-amounts";
import { BundlePage } from "../ui/bundle-page";
import { BundleStops } from "../ui/bundle-stops";
import { ItemChoices } from "../ui/item-choices";
import { readBundle } from "../use-cases/read-bundles";
import { changeItems } from "../use-cases/save-bundle";

export async function loader(args: LoaderFunctionArgs) {
  const { uid } = await requireViewer(args);
  return readBundle({ uid, id: args.params.id ?? "" }, args.context.ports);
}

export async function action(args: ActionFunctionArgs) {
  const { params, context } = args;
  const viewer = await requireViewer(args);
  const id = params.id ?? "";
  return answerForm(BUNDLE_ITEMS, args, async ({ data, values: { items } }) => {
    await limitByAccount(context, viewer.uid, BUNDLE_WRITES);
    const seller = await withPlan(viewer, context);
    await changeItems({ seller, id, items, replaces: parseVersion(data) }, context.ports);
    const done = flash("productSaved", context);
    return redirect(offerPaths.bundle(id), { headers: { "Set-Cookie": done } });
  });
}

/** Keeps what was chosen where there is no answer. */
export const clientAction = keepForm();

export default function EditBundle() {
  const { t } = useTranslation("bundles");
  const bundle = useLoaderData<typeof loader>();
  const { id, title, isActive, stops, choices, updatedAt } = bundle;
  return (
    <BundlePage title={title}>
      <section
        aria-labelledby="state"
        className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-card p-4 sm:p-6"
      >
        <h2 id="state" className="text-xl">
          {t("state")}
        </h2>
        {(!isActive || stops.length === 0) && (
          <p>
            <Badge tone={isActive ? "good" : "plain"}>
              {t(isActive ? "states.active" : "states.disabled")}
            </Badge>
          </p>
        )}
        <BundleStops stops={stops} />
        <BundleAmounts {...bundle} />
        <div className="flex flex-wrap gap-3">
          <ButtonLink size="s" variant="secondary" to={paths.edit(id)}>
            {t("edit")}
          </ButtonLink>
          <ButtonLink size="s" variant="secondary" to={offerPaths.authors(id)}>
            {t("authors")}
          </ButtonLink>
          <ButtonLink size="s" variant="secondary" to={paths.buy(id)} reloadDocument>
            {t("open")}
          </ButtonLink>
        </div>
      </section>
      <ItemsForm key={updatedAt} choices={choices} updatedAt={updatedAt} />
    </BundlePage>
  );
}

interface FormProps {
  choices: Parameters<typeof ItemChoices>[0]["choices"];
  updatedAt: number;
}

function ItemsForm({ choices, updatedAt }: FormProps) {
  const { t } = useTranslation("bundles");
  const { problem, values, field } = useForm(BUNDLE_ITEMS);
  const { formMethod, state } = useNavigation();
  return (
    <Form
      method="post"
      aria-label={t("items")}
      className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6"
    >
      <FormAlert error={problem} />
      <input type="hidden" name="updatedAt" value={updatedAt} />
      <ItemChoices choices={choices} chosen={values.items} error={field("item").error} />
      <p className="text-ink-2 text-sm">{t("form.change")}</p>
      <Button
        type="submit"
        busy={state !== "idle" && formMethod === "POST"}
        className="justify-self-start"
      >
        {t("form.save")}
      </Button>
    </Form>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);
