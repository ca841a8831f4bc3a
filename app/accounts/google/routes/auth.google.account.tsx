import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { formProblem } from "../../../http/form-problem";
import { fixedT } from "../../../http/locale";
import { pageMeta } from "../../../http/page-meta";
import { readForm } from "../../../http/read-form";
import { paths } from "../../../lib/paths";
import { Problem } from "../../../lib/problem";
import { keepForm } from "../../../ui/keep-form";
import { beginSession } from "../../http/begin-session";
import { passwordField } from "../../http/credentials";
import { throttleSignIn } from "../../http/throttle-sign-in";
import type { AdmittedDevice } from "../../use-cases/device-tokens";
import { linkGoogleByPassword, openGoogleAccount } from "../../use-cases/google-accounts";
import { consumeOnce, type PendingIdentity, readPendingIdentity } from "../flow";
import { GoogleChoice } from "../ui/google-choice";

/** Asks which account to open where a password account has the address of a new Google identity. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const found = await readPendingIdentity({ request, context });
  if (!found) return redirect(paths.login);
  const title = fixedT(request, "google")("choice.title");
  return { title, email: found.pending.identity.email };
}

const choice = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("link"), password: passwordField }),
  z.object({ intent: z.literal("separate") }),
]);

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const found = await readPendingIdentity(args);
  if (!found) return redirect(paths.login);
  try {
    const asked = choice.safeParse(Object.fromEntries(await readForm(request)));
    if (!asked.success)
      throw new Problem("invalid_input", { messageKey: "account:passwordMissing" });
    const { email } = found.pending.identity;
    const uid = await throttleSignIn(email, args, (device) =>
      openChosen(asked.data, found.pending, device, args),
    );
    const headers = await beginSession(uid, args);
    headers.append("Set-Cookie", found.clearCookie);
    return redirect(found.pending.to, { headers });
  } catch (error) {
    return formProblem(error, request);
  }
}

/** Uid of the chosen account. Throws what a wrong password throws, and `expired` for a second choice. */
async function openChosen(
  asked: z.output<typeof choice>,
  { identity, state }: PendingIdentity,
  device: AdmittedDevice | null,
  { context: { ports } }: ActionFunctionArgs,
): Promise<string> {
  const uid =
    asked.intent === "link"
      ? await linkGoogleByPassword({ identity, password: asked.password, device }, ports)
      : await openGoogleAccount(identity, ports);
  // Consumed after the password check, so that a wrong password can be corrected.
  await consumeOnce(`google-choice:${state}`, ports);
  return uid;
}

/** Keeps what was typed where there is no answer. */
export const clientAction = keepForm();

export default function GoogleAccount() {
  const { email, title } = useLoaderData<{ email: string; title: string }>();
  const problem = useActionData<typeof formProblem>()?.problem;
  return <GoogleChoice title={title} email={email} refusal={problem?.message ?? null} />;
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data && { title: data.title, isPrivate: true });
