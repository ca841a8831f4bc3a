import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirectDocument } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { flash } from "../../http/flash";
import { formProblem } from "../../http/form-problem";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readForm } from "../../http/read-form";
import { endSessionCookie } from "../../http/session";
import { requireRecentAuthPage } from "../../http/viewer";
import type { FormProblem } from "../../lib/form";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { TextField } from "../../ui/field";
import { errorIdOf, FORM_ERROR_ID, FormAlert } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { isDeletable } from "../rules/account-lifecycle";
import { DeletionFactsList, DeletionObstacles } from "../ui/deletion-facts";
import { deleteAccount, readAccountDeletion } from "../use-cases/delete-account";

export const handle = { script: false };

export async function loader(args: LoaderFunctionArgs) {
  const { ports } = args.context;
  const { uid } = await requireRecentAuthPage(args);
  const facts = await readAccountDeletion({ uid }, ports);
  const t = fixedT(args.request, "page-deletion");
  return { facts, supportEmail: ports.settings.supportEmail, title: t("title") };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { uid } = await requireRecentAuthPage(args);
  try {
    const word = fixedT(request, "page-deletion")("word");
    const typed = String((await readForm(request)).get("word") ?? "").trim();
    if (typed.toUpperCase() !== word) {
      const messageKey = "page-deletion:refused.word";
      throw new Problem("invalid_input", { messageKey, params: { word }, field: "word" });
    }
    await deleteAccount({ uid }, context.ports);
    const cookie = endSessionCookie(context.ports.settings.appOrigin);
    const headers = new Headers({ "Set-Cookie": cookie });
    headers.append("Set-Cookie", flash("accountDeleted", context));
    return redirectDocument(paths.home, { headers });
  } catch (error) {
    return formProblem(error, request);
  }
}

export default function DeleteAccount() {
  const { t } = useTranslation("page-deletion");
  const { facts, supportEmail } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-7">
      <header className="grid gap-3">
        <h1>{t("title")}</h1>
        <p className="text-ink-2 text-lg">{t("lead")}</p>
      </header>
      <DeletionFactsList facts={facts} supportEmail={supportEmail} />
      {isDeletable(facts) ? (
        <ConfirmationForm problem={problem} />
      ) : (
        <DeletionObstacles facts={facts} supportEmail={supportEmail} />
      )}
      <p className="text-center">
        <a href={paths.profile} className="link text-ink-2">
          {t("keep")}
        </a>
      </p>
    </div>
  );
}

/** The user types a word to confirm. */
function ConfirmationForm({ problem }: { problem: FormProblem | undefined }) {
  const { t } = useTranslation("page-deletion");
  return (
    <Card>
      <Form method="post" aria-labelledby="confirm" className="grid justify-items-start gap-4">
        <h2 id="confirm" className="text-xl">
          {t("confirm")}
        </h2>
        <TextField
          label={t("wordLabel", { word: t("word") })}
          name="word"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          errorId={errorIdOf(problem, "word")}
        />
        <FormAlert id={FORM_ERROR_ID} error={problem} />
        <Button type="submit" variant="danger">
          {t("submit")}
        </Button>
      </Form>
    </Card>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data && { title: data.title, isPrivate: true });
