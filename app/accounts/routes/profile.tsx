import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { flash, type ToastKey } from "../../http/flash";
import { formProblem } from "../../http/form-problem";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readForm } from "../../http/read-form";
import { requireViewer } from "../../http/viewer";
import { assertNever } from "../../lib/assert-never";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { profilePaths } from "../../lib/profile-paths";
import { localPath } from "../../lib/return-path";
import { Alert } from "../../ui/alert";
import { ButtonLink } from "../../ui/button";
import { keepForm } from "../../ui/keep-form";
import { PageError } from "../../ui/page-error";
import { Stat, StatRow } from "../../ui/stat";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { useLatestAnswer } from "../../ui/use-latest-answer";
import { readNewRecoveryCodes } from "../http/new-recovery-codes";
import { chosenName } from "../rules/chosen-name";
import type { UserCounts } from "../rules/user";
import { ProfileLoginMethods } from "../ui/login-methods";
import { ProfileFacts } from "../ui/profile-facts";
import { ProfilePlan } from "../ui/profile-plan";
import { ProfileSection } from "../ui/profile-section";
import { ProfileWallet } from "../ui/profile-wallet";
import { ProfileSessions } from "../ui/sessions";
import { readProfile, renameUser } from "../use-cases/profile";
import { readProfilePlan, recheckPlan } from "../use-cases/read-plan";
import { endSession, listSessions, signOutOthers } from "../use-cases/sessions";

export async function loader(args: LoaderFunctionArgs) {
  const { uid } = await requireViewer(args);
  const { ports, visitor } = args.context;
  const [profile, sessions, newCodes] = await Promise.all([
    readProfile({ uid }, ports),
    listSessions({ uid, token: visitor.sessionToken ?? "" }, ports),
    readNewRecoveryCodes(uid, args),
  ]);
  const t = fixedT(args.request, "account");
  const plan = await readProfilePlan(profile.user, ports);
  const { displayName, email, role, createdAt, wallet, walletLinkedAt } = profile.user;
  return {
    title: t("profile.title"),
    user: {
      ...{ uid, displayName, chosenName: chosenName(displayName), email, role, createdAt },
      sellerKind: profile.sellerKind,
    },
    wallet: {
      address: wallet,
      linkedAt: walletLinkedAt,
      cluster: ports.settings.cluster,
      // The page that asked for a wallet.
      returnTo: localPath(new URL(args.request.url).searchParams.get("to")),
    },
    plan,
    counts: profile.counts,
    methods: profile.methods,
    codes: { left: profile.codesLeft, areNew: newCodes !== null },
    google: { offered: ports.settings.google !== null, addresses: profile.googleEmails },
    sessions,
    now: ports.clock.now(),
  };
}

const change = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("rename"), name: z.string() }),
  z.object({ intent: z.literal("end-session"), session: z.string().max(64) }),
  z.object({ intent: z.literal("sign-out-others") }),
  z.object({ intent: z.literal("check-plan") }),
]);

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const { uid } = await requireViewer(args);
  try {
    const asked = change.safeParse(Object.fromEntries(await readForm(request)));
    if (!asked.success) throw new Problem("invalid_input");
    const toast = await apply(asked.data, uid, args);
    return redirect(paths.profile, { headers: { "Set-Cookie": flash(toast, args.context) } });
  } catch (error) {
    return formProblem(error, request);
  }
}

/** Keeps what was typed where there is no answer. */
export const clientAction = keepForm();

/** Applies a change and returns the key of its toast. */
async function apply(
  asked: z.output<typeof change>,
  uid: string,
  { context: { ports, visitor } }: ActionFunctionArgs,
): Promise<ToastKey> {
  switch (asked.intent) {
    case "rename":
      await renameUser({ uid, name: asked.name }, ports);
      return "nameSaved";
    case "end-session":
      await endSession({ uid, id: asked.session }, ports);
      return "sessionEnded";
    case "sign-out-others":
      await signOutOthers({ uid, token: visitor.sessionToken ?? "" }, ports);
      return "othersOut";
    case "check-plan":
      await recheckPlan({ uid }, ports);
      return "planChecked";
    default:
      return assertNever(asked);
  }
}

export default function Profile() {
  const { t } = useTranslation("account");
  const { user, wallet, plan, counts, methods, codes, google, sessions, now } =
    useLoaderData<typeof loader>();
  const problem = useLatestAnswer(useActionData<typeof action>()?.problem);
  return (
    <div className="mx-auto grid w-full max-w-4xl gap-10">
      <header className="grid gap-7">
        <h1>{t("profile.title")}</h1>
        <Alert>{problem?.field === "name" ? null : problem?.message}</Alert>
        <ProfileCounts {...counts} />
      </header>
      <ProfileFacts {...user} nameError={problem?.field === "name" ? problem : null} />
      <ProfileWallet {...wallet} methods={methods} />
      <ProfilePlan {...plan} />
      <ProfileLoginMethods
        methods={methods}
        email={user.email}
        wallet={wallet.address}
        codes={codes}
        google={google}
      />
      <ProfileSessions sessions={sessions} now={now} />
      <ProfileDeletion />
    </div>
  );
}

function ProfileCounts(counts: UserCounts) {
  const { t } = useTranslation("account");
  const { count } = useFormat();
  return (
    <StatRow>
      <Stat name={t("profile.favourites")}>{count(counts.favourites)}</Stat>
      <Stat name={t("profile.forSale")}>{count(counts.forSale)}</Stat>
      <Stat name={t("profile.purchased")}>{count(counts.purchased)}</Stat>
    </StatRow>
  );
}

function ProfileDeletion() {
  const { t } = useTranslation("account");
  return (
    <ProfileSection title={t("deletion.title")} lead={t("deletion.lead")}>
      <ButtonLink variant="danger" to={profilePaths.deleteAccount} reloadDocument>
        {t("deletion.link")}
      </ButtonLink>
    </ProfileSection>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title, isPrivate: true }, error);

export function ErrorBoundary() {
  const { t } = useTranslation(["account", "common"]);
  const home = { to: paths.home, text: t("common:error.home") };
  return <PageError title={t("profile.loadError")} elsewhere={home} />;
}
