import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "../components/alert";
import { Button } from "../components/button";
import { Card } from "../components/card";
import { TextField } from "../components/field";
import { formHeaders, formProblem } from "../http/form-problem";
import { fixedT } from "../http/locale";
import { pageMeta } from "../http/page-meta";
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
    <div className="mx-auto grid w-full max-w-2xl gap-6">
      <h1>{t("profile.title")}</h1>
      <Alert>{answer?.problem?.message}</Alert>
      {answer && "done" in answer && <Alert tone="good">{t(`profile.${answer.done}`)}</Alert>}
      <Facts />
      <Wallet />
      <Card>
        <h2 className="text-xl">{t("profile.sessions")}</h2>
        <p className="mt-1 mb-4 text-ink-2">{t("profile.sessionsLead")}</p>
        <Form method="post">
          <input type="hidden" name="intent" value="sign-out-others" />
          <Button type="submit" look="secondary">
            {t("profile.signOutOthers")}
          </Button>
        </Form>
      </Card>
    </div>
  );
}

function Wallet() {
  const { wallet, walletLinkedAt, email, cluster } = useLoaderData<typeof loader>();
  return (
    <Card>
      <ProfileWallet
        wallet={wallet}
        linkedAt={walletLinkedAt}
        hasPassword={email !== ""}
        cluster={cluster}
      />
    </Card>
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
    <Card>
      <Form method="post" className="mb-5 flex flex-wrap items-end gap-3">
        <div className="min-w-48 flex-1">
          <TextField
            label={t("profile.name")}
            name="name"
            defaultValue={person.displayName}
            required
          />
        </div>
        <Button type="submit" look="secondary">
          {t("profile.save")}
        </Button>
      </Form>
      <dl className="divide-y divide-line border-line border-t">
        {facts.map(([key, value]) => (
          <div key={key} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <dt className="text-ink-2">{t(`profile.${key}`)}</dt>
            <dd
              className={`break-all text-right tabular-nums ${key === "uid" ? "font-mono text-sm" : ""}`}
            >
              {value}
            </dd>
          </div>
        ))}
        <div className="flex flex-wrap justify-between gap-x-4 py-2.5">
          <dt className="text-ink-2">{t("profile.joined")}</dt>
          <dd>
            <time dateTime={joined.toISOString()}>
              {joined.toLocaleDateString(i18n.language, { dateStyle: "long", timeZone: "UTC" })}
            </time>
          </dd>
        </div>
      </dl>
    </Card>
  );
}

export const headers = formHeaders;

export function meta({ data }: { data?: { title: string } }) {
  return data ? pageMeta(data) : [];
}

export function ErrorBoundary() {
  const { t } = useTranslation("account");
  return (
    <div className="mx-auto max-w-2xl">
      <Alert>{t("profile.loadError")}</Alert>
    </div>
  );
}
