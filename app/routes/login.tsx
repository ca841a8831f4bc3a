import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "../components/alert";
import { WalletButtons } from "../components/wallet-buttons";
import { AFTER_SIGN_IN, localPath } from "../domain/return-path";
import { authenticateForm } from "../http/authenticator";
import { beginSession } from "../http/begin-session";
import { formHeaders, formProblem } from "../http/form-problem";
import { fixedT } from "../http/locale";
import { limitAddress, slowAddress } from "../http/rate-limit";
import { readForm } from "../http/read-form";
import { readViewer } from "../http/viewer";
import { isDemo } from "../wallet/find-wallets";
import { useWalletProof } from "../wallet/use-wallet-proof";
import { useWallets } from "../wallet/use-wallets";

/** A whole event can share one address. */
const SIGN_UPS = { name: "sign-up", limit: 120, windowMs: 60_000 };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const to = localPath(searchParams.get("to"));
  if (await readViewer({ request, context })) throw redirect(to ?? AFTER_SIGN_IN);
  const t = await fixedT(request, "account");
  const mode = modeOf(searchParams.get("mode"));
  const title = t(mode === "sign-up" ? "signUpTitle" : "signInTitle");
  return { to, mode, title, cluster: context.ports.settings.cluster };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  let email = "";
  try {
    const form = await readForm(request);
    email = String(form.get("email") ?? "");
    const intent = modeOf(form.get("intent"));
    if (intent === "sign-up") await limitAddress(args, SIGN_UPS);
    const uid = await slowAddress(args, "password", () => authenticateForm(intent, form, args));
    const cookie = await beginSession(uid, args);
    const to = localPath(new URL(request.url).searchParams.get("to")) ?? AFTER_SIGN_IN;
    return redirect(to, { headers: { "Set-Cookie": cookie } });
  } catch (error) {
    return formProblem(error, request, { email });
  }
}

export default function Login() {
  const { t } = useTranslation("account");
  const { mode } = useLoaderData<typeof loader>();
  const signUp = mode === "sign-up";
  return (
    <div className="mx-auto my-10 w-full max-w-md px-4">
      <h1 className="font-display text-3xl font-bold">
        {t(signUp ? "signUpTitle" : "signInTitle")}
      </h1>
      <p className="mt-1 text-ink-2">{t(signUp ? "signUpLead" : "signInLead")}</p>
      <section className="mt-6 grid gap-5 rounded-[20px] border border-line bg-card p-6">
        <WalletSignIn />
        <p className="text-center text-sm text-ink-3">{t("withEmail")}</p>
        <EmailForm signUp={signUp} />
      </section>
      <p className="mt-5 text-center">
        <a href="/guide-wallet" className="underline underline-offset-4">
          {t("walletGuide")}
        </a>
      </p>
    </div>
  );
}

function WalletSignIn() {
  const { t } = useTranslation("account");
  const { to, cluster } = useLoaderData<typeof loader>();
  const wallets = useWallets(cluster);
  // A whole new page: what was loaded for a visitor is not shown to the person.
  const proof = useWalletProof("sign-in", () => window.location.assign(to ?? AFTER_SIGN_IN));
  return (
    <div className="grid gap-3">
      <noscript>{t("needsScript")}</noscript>
      <WalletButtons
        wallets={wallets}
        busy={proof.busy}
        isDemo={isDemo}
        onChoose={proof.prove}
        onAbsent={proof.sayAbsent}
      />
      <Alert>{proof.error}</Alert>
    </div>
  );
}

function EmailForm({ signUp }: { signUp: boolean }) {
  const { t } = useTranslation("account");
  const { to } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  const problem = answer?.problem;
  const there = (mode: string) => {
    const query = new URLSearchParams({ ...(signUp ? {} : { mode }), ...(to && { to }) });
    return `/login${query.size > 0 ? `?${query}` : ""}`;
  };
  return (
    <Form method="post" className="grid gap-4">
      <input type="hidden" name="intent" value={signUp ? "sign-up" : "sign-in"} />
      <label className="grid gap-1 font-medium">
        {t("email")}
        <input
          type="email"
          name="email"
          required
          autoComplete="email"
          className={INPUT}
          defaultValue={answer?.values.email}
          aria-invalid={problem?.field === "email"}
        />
      </label>
      <div className="grid gap-1">
        <label className="grid gap-1 font-medium">
          {t("password")}
          <input
            type="password"
            name="password"
            required
            autoComplete={signUp ? "new-password" : "current-password"}
            className={INPUT}
            aria-invalid={problem?.field === "password"}
            aria-describedby={signUp ? "password-hint" : undefined}
          />
        </label>
        {signUp && (
          <p id="password-hint" className="text-sm text-ink-3">
            {t("passwordHint")}
          </p>
        )}
      </div>
      <Alert>{problem?.message}</Alert>
      <button type="submit" className={PRIMARY} aria-busy={busy}>
        {t(busy ? "working" : signUp ? "createAccount" : "signIn")}
      </button>
      <Link to={there("sign-up")} className="text-center underline underline-offset-4">
        {t(signUp ? "toSignIn" : "toSignUp")}
      </Link>
    </Form>
  );
}

const INPUT = "min-h-11 rounded-md border border-line-2 bg-paper px-3 font-normal";
const PRIMARY = "min-h-11 rounded-full bg-accent px-5 font-semibold text-on-accent";

function modeOf(value: unknown): "sign-up" | "sign-in" {
  return value === "sign-up" ? "sign-up" : "sign-in";
}

export const headers = formHeaders;

export function meta({ data }: { data?: { title: string } }) {
  return [{ title: data?.title }, { name: "robots", content: "noindex" }];
}
