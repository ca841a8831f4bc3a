import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { answerForm } from "../../http/answer-form";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { isRecentlyAuthenticated, requireViewer } from "../../http/viewer";
import type { Cluster } from "../../lib/cluster";
import { defineForm, textOf } from "../../lib/form";
import { paths } from "../../lib/paths";
import { localPath } from "../../lib/return-path";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { FORM_ERROR_ID, FormAlert } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { WalletButtons } from "../../wallet/ui/wallet-buttons";
import { useWallets } from "../../wallet/use-wallets";
import { GoogleLink } from "../google/ui/google-link";
import { reauthenticateWithPassword } from "../http/reauthenticate-with-password";
import { CURRENT_PASSWORD } from "../rules/credential-fields";
import { CurrentPasswordField } from "../ui/current-password-field";
import { useWalletChallenge } from "../ui/use-wallet-challenge";
import { readLoginMethods } from "../use-cases/read-login-methods";

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const viewer = await requireViewer(args);
  const to = returnPath(request);
  if (isRecentlyAuthenticated(viewer, context)) throw redirect(to);
  const methods = await readLoginMethods(viewer, context.ports);
  const title = fixedT(request, "account")("proof.title");
  const { email } = viewer;
  return { title, to, methods, email, cluster: context.ports.settings.cluster };
}

const PROOF = defineForm({ password: CURRENT_PASSWORD });

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  await requireViewer(args);
  return answerForm(PROOF, args, async ({ data }) => {
    await reauthenticateWithPassword(textOf(data, "password"), args);
    return redirectDocument(returnPath(request));
  });
}

/** The page that asked for the re-authentication. */
function returnPath(request: Request): string {
  return localPath(new URL(request.url).searchParams.get("to")) ?? paths.profile;
}

export default function Reauthenticate() {
  const { t } = useTranslation("account");
  const { to, methods, email, cluster } = useLoaderData<typeof loader>();
  const { problem, field } = useForm(PROOF);
  return (
    <div className="mx-auto w-full max-w-md">
      <h1>{t("proof.title")}</h1>
      <p className="mt-2 text-ink-2 text-lg">{t("proof.lead")}</p>
      <Card className="mt-7 grid gap-5">
        {methods.password && (
          <Form method="post" aria-label={t("proof.title")} className="grid gap-4" reloadDocument>
            <CurrentPasswordField
              label={t("password")}
              email={email}
              {...field("password")}
              errorId={problem ? FORM_ERROR_ID : undefined}
            />
            <FormAlert id={FORM_ERROR_ID} error={problem && { ...problem, field: "password" }} />
            <Button type="submit">{t("proof.confirm")}</Button>
          </Form>
        )}
        {methods.password && (methods.google || methods.wallet) && (
          <p className="flex items-center gap-4 text-ink-3 text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {t("proof.or")}
          </p>
        )}
        {methods.google && <GoogleLink purpose="reauthenticate" to={to} />}
        {methods.wallet && <WalletReauthentication cluster={cluster} to={to} />}
      </Card>
      <p className="mt-6 text-center">
        <a href={paths.profile} className="link text-ink-2">
          {t("proof.cancel")}
        </a>
      </p>
    </div>
  );
}

function WalletReauthentication({ cluster, to }: { cluster: Cluster; to: string }) {
  const { t } = useTranslation("account");
  const wallets = useWallets(cluster);
  const challenge = useWalletChallenge("proof", () => window.location.assign(to));
  return (
    <div className="grid gap-3">
      <noscript>{t("needsScript")}</noscript>
      <WalletButtons
        wallets={wallets}
        busy={challenge.busy}
        labelKey="signWith"
        onChoose={challenge.sign}
        onNoWallet={challenge.reportAbsent}
      />
      <Alert>{challenge.error}</Alert>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data && { title: data.title, isPrivate: true });
