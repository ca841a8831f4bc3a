import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "../components/alert";
import { formHeaders, formProblem } from "../http/form-problem";
import { fixedT } from "../http/locale";
import { readForm } from "../http/read-form";
import { readSessionToken } from "../http/session";
import { forgetViewer, requireViewer } from "../http/viewer";
import { readProfile } from "../use-cases/read-profile";
import { renameUser } from "../use-cases/rename-user";
import { signOutOthers } from "../use-cases/sign-out-others";
import { ProfileWallet } from "./parts/profile-wallet";

export async function loader(args: LoaderFunctionArgs) {
  const { ports } = args.context;
  const { uid } = await requireViewer(args);
  const { user, counts } = await readProfile({ uid }, ports);
  const t = await fixedT(args.request, "account");
  const { displayName, email, role, createdAt, wallet, walletLinkedAt } = user;
  const { cluster } = ports.settings;
  const person = { uid, displayName, email, role, createdAt, wallet, walletLinkedAt };
  return { ...person, counts, cluster, title: t("profile.title") };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { uid } = await requireViewer(args);
  try {
    const form = await readForm(request);
    if (form.get("intent") === "sign-out-others") {
      const token = readSessionToken(request, context.ports.settings.appOrigin) ?? "";
      await signOutOthers({ uid, token }, context.ports);
      return { done: "othersOut", problem: null };
    }
    await renameUser({ uid, name: String(form.get("name") ?? "") }, context.ports);
    forgetViewer(context);
    return { done: "saved", problem: null };
  } catch (error) {
    return formProblem(error, request);
  }
}

export default function Profile() {
  const { t } = useTranslation("account");
  const answer = useActionData<typeof action>();
  return (
    <div className="mx-auto my-10 grid w-full max-w-2xl gap-6 px-4">
      <h1 className="font-display text-3xl font-bold">{t("profile.title")}</h1>
      <Alert>{answer?.problem?.message}</Alert>
      {answer && "done" in answer && (
        <p role="status" className="rounded-md bg-good-soft px-3 py-2 text-sm">
          {t(`profile.${answer.done}`)}
        </p>
      )}
      <Facts />
      <Wallet />
      <section className={CARD}>
        <h2 className="font-display text-xl font-bold">{t("profile.sessions")}</h2>
        <p className="mt-1 mb-4 text-ink-2">{t("profile.sessionsLead")}</p>
        <Form method="post">
          <input type="hidden" name="intent" value="sign-out-others" />
          <button type="submit" className={SECONDARY}>
            {t("profile.signOutOthers")}
          </button>
        </Form>
      </section>
    </div>
  );
}

function Wallet() {
  const { wallet, walletLinkedAt, email, cluster } = useLoaderData<typeof loader>();
  return (
    <section className={CARD}>
      <ProfileWallet
        wallet={wallet}
        linkedAt={walletLinkedAt}
        hasPassword={email !== ""}
        cluster={cluster}
      />
    </section>
  );
}

function Facts() {
  const { t, i18n } = useTranslation("account");
  const person = useLoaderData<typeof loader>();
  const joined = new Date(person.createdAt);
  const facts: [string, string | number][] = [
    ["email", person.email || t("profile.noEmail")],
    ["role", person.role],
    ["uid", person.uid],
    ["favourites", person.counts.favourites],
    ["forSale", person.counts.forSale],
    ["purchased", person.counts.purchased],
  ];
  return (
    <section className={CARD}>
      <Form method="post" className="mb-5 flex flex-wrap items-end gap-3">
        <label className="grid flex-1 gap-1 font-medium">
          {t("profile.name")}
          <input name="name" defaultValue={person.displayName} required className={INPUT} />
        </label>
        <button type="submit" className={SECONDARY}>
          {t("profile.save")}
        </button>
      </Form>
      <dl className="grid gap-2">
        {facts.map(([key, value]) => (
          <div key={key} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-2">{t(`profile.${key}`)}</dt>
            <dd className="font-mono break-all tabular-nums">{value}</dd>
          </div>
        ))}
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-2">{t("profile.joined")}</dt>
          <dd>
            <time dateTime={joined.toISOString()}>
              {joined.toLocaleDateString(i18n.language, { dateStyle: "long", timeZone: "UTC" })}
            </time>
          </dd>
        </div>
      </dl>
    </section>
  );
}

const CARD = "rounded-[20px] border border-line bg-card p-6";
const INPUT = "min-h-11 rounded-md border border-line-2 bg-paper px-3 font-normal";
const SECONDARY = "min-h-11 rounded-full border border-line-2 px-5 font-semibold hover:bg-sunk";

export const headers = formHeaders;

export function meta({ data }: { data?: { title: string } }) {
  return [{ title: data?.title }];
}

export function ErrorBoundary() {
  const { t } = useTranslation("account");
  return (
    <div className="mx-auto my-10 max-w-2xl px-4">
      <Alert>{t("profile.loadError")}</Alert>
    </div>
  );
}
