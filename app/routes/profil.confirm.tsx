import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "../components/alert";
import { Button } from "../components/button";
import { Card } from "../components/card";
import { TextField } from "../components/field";
import { GoogleLink } from "../components/google/google-link";
import { localPath, PROFILE } from "../domain/return-path";
import { formHeaders, formProblem } from "../http/form-problem";
import { fixedT } from "../http/locale";
import { pageMeta } from "../http/page-meta";
import { slowAddress } from "../http/rate-limit";
import { readForm } from "../http/read-form";
import { readSessionToken } from "../http/session";
import { isFresh, requireViewer } from "../http/viewer";
import { giveProof } from "../use-cases/give-proof";
import { readWaysIn } from "../use-cases/read-ways-in";
import { WalletProof } from "./parts/wallet-proof";

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const viewer = await requireViewer(args);
  const to = wayBack(request);
  if (isFresh(viewer, context)) throw redirect(to);
  const ways = await readWaysIn(viewer, context.ports);
  const title = (await fixedT(request, "account"))("proof.title");
  const { email } = viewer;
  return { title, to, ways, email, cluster: context.ports.settings.cluster };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { uid, wallet } = await requireViewer(args);
  try {
    const proof = { password: String((await readForm(request)).get("password") ?? "") };
    const token = readSessionToken(request, context.ports.settings.appOrigin) ?? "";
    await slowAddress(args, "proof", () => giveProof({ proof, uid, wallet, token }, context.ports));
    return redirectDocument(wayBack(request));
  } catch (error) {
    return formProblem(error, request);
  }
}

/** Where the person was going when the proof was asked for. */
function wayBack(request: Request): string {
  return localPath(new URL(request.url).searchParams.get("to")) ?? PROFILE;
}

export default function Confirm() {
  const { t } = useTranslation("account");
  const { to, ways, email, cluster } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="mx-auto w-full max-w-md">
      <h1>{t("proof.title")}</h1>
      <p className="mt-2 text-ink-2 text-lg">{t("proof.lead")}</p>
      <Card className="mt-7 grid gap-5">
        {ways.password && (
          <Form method="post" className="grid gap-4" reloadDocument>
            <input type="email" value={email} autoComplete="username" readOnly hidden />
            <TextField
              label={t("password")}
              type="password"
              name="password"
              required
              autoComplete="current-password"
              aria-invalid={answer ? true : undefined}
            />
            <Alert>{answer?.problem.message}</Alert>
            <Button type="submit">{t("proof.confirm")}</Button>
          </Form>
        )}
        {ways.google && <GoogleLink purpose="proof" to={to} />}
        {ways.wallet && <WalletProof cluster={cluster} to={to} />}
      </Card>
      <p className="mt-6 text-center">
        <a href={PROFILE} className="link text-ink-2">
          {t("proof.cancel")}
        </a>
      </p>
    </div>
  );
}

export const headers = formHeaders;

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data && { title: data.title, isPrivate: true });
