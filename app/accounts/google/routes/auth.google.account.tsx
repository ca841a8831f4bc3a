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
import { throttleByIp } from "../../../http/rate-limit";
import { readForm } from "../../../http/read-form";
import { Problem } from "../../../lib/problem";
import { PASSWORD_MAX } from "../../rules/password-rules";
import { completeAccountChoice } from "../complete-account-choice";
import { readPendingIdentity } from "../read-pending-identity";
import { GoogleChoice } from "../ui/google-choice";

/** Asks whom Google proved, and whose address a password account has, which account to open. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const open = await readPendingIdentity({ request, context });
  if (!open) return redirect("/login");
  const title = (await fixedT(request, "google"))("choice.title");
  return { title, email: open.arrival.identity.email };
}

const choice = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("link"),
    password: z
      .string()
      .min(1)
      .max(PASSWORD_MAX * 4),
  }),
  z.object({ intent: z.literal("separate") }),
]);

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const open = await readPendingIdentity(args);
  if (!open) return redirect("/login");
  try {
    const asked = choice.safeParse(Object.fromEntries(await readForm(request)));
    if (!asked.success) throw new Problem("invalid_input", { words: "account:passwordMissing" });
    return await throttleByIp(args, "password", () =>
      completeAccountChoice(asked.data, open, args),
    );
  } catch (error) {
    return formProblem(error, request);
  }
}

export default function GoogleAccount() {
  const { email, title } = useLoaderData<{ email: string; title: string }>();
  const problem = useActionData<typeof formProblem>()?.problem;
  return <GoogleChoice title={title} email={email} refusal={problem?.message ?? null} />;
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data && { title: data.title, isPrivate: true });
