import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
} from "@remix-run/cloudflare";
import { Form, Link, useLoaderData, useNavigation } from "@remix-run/react";
import { answerForm } from "../../http/answer-form";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { limitByIp } from "../../http/rate-limit";
import { readViewer } from "../../http/viewer";
import { defineForm } from "../../lib/form";
import { paths, query } from "../../lib/paths";
import { localPath } from "../../lib/return-path";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { TextField } from "../../ui/field";
import { FORM_ERROR_ID, FormAlert } from "../../ui/form-alert";
import { keepForm } from "../../ui/keep-form";
import { Spinner } from "../../ui/spinner";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { browseLinks, isMobile } from "../../wallet/device";
import { WalletButtons } from "../../wallet/ui/wallet-buttons";
import { useWallets } from "../../wallet/use-wallets";
import { GoogleLink } from "../google/ui/google-link";
import { authenticateForm } from "../http/authenticator";
import { beginSession } from "../http/begin-session";
import { issueRecoveryCodes } from "../http/new-recovery-codes";
import { throttleSignIn } from "../http/throttle-sign-in";
import { CURRENT_PASSWORD, EMAIL } from "../rules/credential-fields";
import { useWalletChallenge } from "../ui/use-wallet-challenge";

/** Sized for many visitors behind one network address. */
const SIGN_UP_RATE_LIMIT = { name: "sign-up", limit: 120, windowMs: 60_000 };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const to = localPath(searchParams.get("to"));
  if (await readViewer({ context })) throw redirect(to ?? paths.dashboard);
  const t = fixedT(request, "account");
  const mode = modeOf(searchParams.get("mode"));
  const title = t(mode === "sign-up" ? "signUpTitle" : "signInTitle");
  const { cluster, google } = context.ports.settings;
  const denied = searchParams.get("google") === "denied";
  return {
    to,
    mode,
    title,
    cluster,
    offersGoogle: google !== null,
    isDemoGoogle: google?.isDemo ?? false,
    denied,
  };
}

const LOGIN = defineForm({
  email: { ...EMAIL, autoComplete: "email" },
  password: CURRENT_PASSWORD,
});

export function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(LOGIN, args, async ({ data, checked }) => {
    const intent = modeOf(data.get("intent"));
    const uid = await (intent === "sign-up" ? signUp(checked, args) : signIn(checked(), args));
    const headers = await beginSession(uid, args);
    const to = localPath(new URL(request.url).searchParams.get("to")) ?? paths.dashboard;
    if (intent === "sign-up")
      headers.append("Set-Cookie", await issueRecoveryCodes(uid, args.context));
    return redirectDocument(to, { headers });
  });
}

type Credentials = Record<"email" | "password", string>;

/** Wrong passwords of others at the same network address don't count. */
async function signUp(checked: () => Credentials, args: ActionFunctionArgs): Promise<string> {
  await limitByIp(args, SIGN_UP_RATE_LIMIT);
  return authenticateForm("sign-up", checked(), args);
}

function signIn(credentials: Credentials, args: ActionFunctionArgs): Promise<string> {
  return throttleSignIn(credentials.email, args, (device) =>
    authenticateForm("sign-in", credentials, { ...args, device }),
  );
}

/** Keeps what was typed where there is no answer. */
export const clientAction = keepForm();

export default function Login() {
  const { t } = useTranslation(["account", "google"]);
  const { mode, to, offersGoogle, isDemoGoogle, denied } = useLoaderData<typeof loader>();
  const signUp = mode === "sign-up";
  return (
    // The footer starts below the window, so that wallets that are found late move nothing that is seen.
    <div className="mx-auto min-h-dvh w-full max-w-md">
      <h1>{t(signUp ? "signUpTitle" : "signInTitle")}</h1>
      <p className="mt-2 text-ink-2 text-lg">{t(signUp ? "signUpLead" : "signInLead")}</p>
      <Card className="mt-7 grid gap-5">
        {denied && <Alert tone="info">{t("google:denied")}</Alert>}
        {offersGoogle && (
          <>
            <div className="grid gap-2">
              <GoogleLink purpose="sign-in" to={to} />
              {isDemoGoogle && <p className="text-center text-ink-2 text-sm">{t("google:demo")}</p>}
            </div>
            <Divider>{t("withEmail")}</Divider>
          </>
        )}
        <EmailForm signUp={signUp} />
        <Divider>{t("withWallet")}</Divider>
        <a href={paths.walletGuide} className="link text-center text-ink-2 text-sm">
          {t("walletGuide")}
        </a>
        <WalletSignIn />
      </Card>
    </div>
  );
}

function Divider({ children }: { children: string }) {
  return (
    <p className="flex items-center gap-4 text-ink-3 text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </p>
  );
}

/** The last of the page: wallets register when they like. */
function WalletSignIn() {
  const { t } = useTranslation(["account", "google"]);
  const { to, cluster } = useLoaderData<typeof loader>();
  const wallets = useWallets(cluster);
  // A full page load, so that no data loaded for a visitor is kept.
  const challenge = useWalletChallenge("sign-in", () =>
    window.location.assign(to ?? paths.dashboard),
  );
  return (
    <div className="grid gap-3">
      <noscript>{t("needsScript")}</noscript>
      <WalletButtons
        wallets={wallets}
        busy={challenge.busy}
        appLinks={wallets && isMobile() ? browseLinks(window.location.href) : []}
        keepsPlaces
        onChoose={challenge.sign}
        onNoWallet={challenge.reportAbsent}
      />
      <Alert>{challenge.error}</Alert>
    </div>
  );
}

function EmailForm({ signUp }: { signUp: boolean }) {
  const { t } = useTranslation(["account", "google"]);
  const { to } = useLoaderData<typeof loader>();
  const { problem, field } = useForm(LOGIN);
  const busy = useNavigation().formMethod === "POST";
  const otherMode = paths.login + query({ mode: signUp ? null : "sign-up", to });
  return (
    <Form method="post" aria-label={t(signUp ? "createAccount" : "signIn")} className="grid gap-4">
      <input type="hidden" name="intent" value={signUp ? "sign-up" : "sign-in"} />
      <TextField label={t("email")} {...field("email")} />
      <TextField
        label={t("password")}
        hint={signUp && t("passwordHint")}
        {...field("password")}
        autoComplete={signUp ? "new-password" : "current-password"}
      />
      <FormAlert id={FORM_ERROR_ID} error={problem} />
      {problem?.code === "slow_down" && !signUp && <OtherLoginMethods />}
      <Button type="submit" aria-busy={busy}>
        {busy && <Spinner />}
        {t(busy ? "working" : signUp ? "createAccount" : "signIn")}
      </Button>
      {!signUp && (
        <a href={paths.recover + query({ to })} className="link text-center text-ink-2 text-sm">
          {t("forgot")}
        </a>
      )}
      <Link to={otherMode} className="link text-center">
        {t(signUp ? "toSignIn" : "toSignUp")}
      </Link>
    </Form>
  );
}

/** For a person whose password is throttled. */
function OtherLoginMethods() {
  const { t } = useTranslation("account");
  const { to, offersGoogle } = useLoaderData<typeof loader>();
  return (
    <Alert tone="info">
      {t(offersGoogle ? "otherWaysWithGoogle" : "otherWays")}{" "}
      <a href={paths.recover + query({ to })} className="link">
        {t("useCode")}
      </a>
    </Alert>
  );
}

function modeOf(value: unknown): "sign-up" | "sign-in" {
  return value === "sign-up" ? "sign-up" : "sign-in";
}

export function meta({ data }: { data?: { title: string } }) {
  return [...pageMeta(data), { name: "robots", content: "noindex" }];
}
