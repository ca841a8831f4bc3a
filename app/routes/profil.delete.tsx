import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "../components/alert";
import { DeletionFactsList } from "../components/profile/deletion-facts";
import { Obstacles } from "../components/profile/deletion-obstacles";
import { isDeletable } from "../domain/account-endings";
import { Problem } from "../domain/problem";
import { FRESH_PROOF_MS } from "../domain/user";
import { flash } from "../http/flash";
import { formHeaders, formProblem } from "../http/form-problem";
import { fixedT } from "../http/locale";
import { pageMeta } from "../http/page-meta";
import { proveByForm } from "../http/prove-by-form";
import { readForm } from "../http/read-form";
import { endSessionCookie } from "../http/session";
import { requireViewer } from "../http/viewer";
import { deleteAccount } from "../use-cases/delete-account";
import { readDeletion } from "../use-cases/read-deletion";
import { readWaysIn } from "../use-cases/read-ways-in";
import { DeletionForm } from "./parts/deletion-form";

export async function loader(args: LoaderFunctionArgs) {
  const { ports } = args.context;
  const { uid, provenAt } = await requireViewer(args);
  const [facts, ways, t] = await Promise.all([
    readDeletion({ uid }, ports),
    readWaysIn({ uid }, ports),
    fixedT(args.request, "endings"),
  ]);
  const proven = ports.clock.now() - provenAt < FRESH_PROOF_MS;
  const { cluster, supportEmail } = ports.settings;
  return { facts, ways, proven, cluster, supportEmail, title: t("delete.title") };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { ports } = context;
  const { uid } = await requireViewer(args);
  try {
    const form = await readForm(request);
    const word = (await fixedT(request, "endings"))("delete.word");
    const typed = String(form.get("word") ?? "").trim();
    if (typed.toUpperCase() !== word.toUpperCase()) {
      throw new Problem("invalid_input", {
        words: "endings:refused.word",
        params: { word },
        field: "word",
      });
    }
    await proveByForm(form, args);
    await deleteAccount({ uid }, ports);
    const headers = new Headers({ "Set-Cookie": endSessionCookie(ports.settings.appOrigin) });
    headers.append("Set-Cookie", flash("accountDeleted"));
    return redirect("/", { headers });
  } catch (error) {
    return formProblem(error, request);
  }
}

export default function DeleteAccount() {
  const { t } = useTranslation("endings");
  const { facts, ways, proven, cluster, supportEmail } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-7">
      <header className="grid gap-3">
        <h1>{t("delete.title")}</h1>
        <p className="text-ink-2 text-lg">{t("delete.lead")}</p>
      </header>
      <DeletionFactsList facts={facts} supportEmail={supportEmail} />
      {isDeletable(facts) ? (
        <DeletionForm ways={ways} proven={proven} cluster={cluster} problem={problem ?? null} />
      ) : (
        <>
          <Alert>{problem?.message}</Alert>
          <Obstacles facts={facts} supportEmail={supportEmail} />
        </>
      )}
    </div>
  );
}

export const headers = formHeaders;

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data && { title: data.title, isPrivate: true });
