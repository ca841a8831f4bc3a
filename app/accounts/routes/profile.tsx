import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { flash } from "../../http/flash";
import { formProblem } from "../../http/form-problem";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readForm } from "../../http/read-form";
import { requireViewer } from "../../http/viewer";
import { Problem } from "../../lib/problem";
import { Alert } from "../../ui/alert";
import { PageFault } from "../../ui/page-error";
import { profilePage } from "../http/profile-page";
import { ProfileCounts } from "../ui/counts";
import { ProfileDeletion } from "../ui/deletion";
import { ProfileFacts } from "../ui/facts";
import { ProfileLoginMethods } from "../ui/login-methods";
import { ProfileSessions } from "../ui/sessions";
import { endSession } from "../use-cases/end-session";
import { renameUser } from "../use-cases/rename-user";
import { signOutOthers } from "../use-cases/sign-out-others";
import { ProfileWallet } from "./profile-wallet";

export async function loader(args: LoaderFunctionArgs) {
  const { uid } = await requireViewer(args);
  const title = (await fixedT(args.request, "account"))("profile.title");
  return { title, ...(await profilePage(uid, args)) };
}

const change = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("rename"), name: z.string() }),
  z.object({ intent: z.literal("end-session"), session: z.string().max(64) }),
  z.object({ intent: z.literal("sign-out-others") }),
]);

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const { uid } = await requireViewer(args);
  try {
    const asked = change.safeParse(Object.fromEntries(await readForm(request)));
    if (!asked.success) throw new Problem("invalid_input");
    const toast = await make(asked.data, uid, args);
    return redirect("/profil", { headers: { "Set-Cookie": flash(toast, args.context) } });
  } catch (error) {
    return formProblem(error, request);
  }
}

/** Makes one change; the message that says so comes back. */
async function make(asked: z.output<typeof change>, uid: string, args: ActionFunctionArgs) {
  const { ports } = args.context;
  if (asked.intent === "rename") {
    await renameUser({ uid, name: asked.name }, ports);
    return "nameSaved";
  }
  if (asked.intent === "end-session") {
    await endSession({ uid, id: asked.session }, ports);
    return "sessionEnded";
  }
  const token = args.context.visitor.sessionToken ?? "";
  await signOutOthers({ uid, token }, ports);
  return "othersOut";
}

export default function Profile() {
  const { t } = useTranslation("account");
  const { person, wallet, counts, methods, codesLeft, google, sessions, now } =
    useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <div className="mx-auto grid w-full max-w-4xl gap-10">
      <header className="grid gap-7">
        <h1>{t("profile.title")}</h1>
        <Alert>{problem?.message}</Alert>
        <ProfileCounts {...counts} />
      </header>
      <ProfileFacts {...person} nameIsWrong={problem?.field === "name"} />
      <ProfileWallet {...wallet} methods={methods} />
      <ProfileLoginMethods
        methods={methods}
        email={person.email}
        wallet={wallet.address}
        codesLeft={codesLeft}
        google={google}
      />
      <ProfileSessions sessions={sessions} now={now} />
      <ProfileDeletion />
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title, isPrivate: true }, error);

export function ErrorBoundary() {
  const { t } = useTranslation("account");
  return <PageFault title={t("profile.loadError")} to="/profil" action={t("profile.retry")} />;
}
