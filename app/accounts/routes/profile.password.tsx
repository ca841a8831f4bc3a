import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { formProblem } from "../../http/form-problem";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readForm } from "../../http/read-form";
import { requireRecentAuthPage, requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { codesPath } from "../../lib/return-path";
import { Button } from "../../ui/button";
import { errorIdOf, FORM_ERROR_ID, FormAlert } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { rotateSession } from "../http/begin-session";
import { readCredentials, readNewPassword } from "../http/credentials";
import { issueRecoveryCodes } from "../http/new-recovery-codes";
import { limitPasswordProofs } from "../http/throttle-sign-in";
import { EmailField, NewPasswordField } from "../ui/credential-fields";
import { CurrentPasswordField } from "../ui/current-password-field";
import { FormPage } from "../ui/form-page";
import { changePassword, setPassword } from "../use-cases/passwords";
import { readLoginMethods } from "../use-cases/read-login-methods";

export const handle = { script: false };

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { uid, email } = await requireViewer(args);
  const { password: has } = await readLoginMethods({ uid }, context.ports);
  // The form asks for the current password where there is one.
  if (!has) await requireRecentAuthPage(args);
  const t = await fixedT(request, "page-security");
  return { has, email, title: t(has ? "password.changeTitle" : "password.setTitle") };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { uid } = await requireViewer(args);
  const values = { email: "" };
  try {
    const form = await readForm(request);
    values.email = String(form.get("email") ?? "");
    const { password: has } = await readLoginMethods({ uid }, context.ports);
    await limitPasswordProofs(args);
    if (has) {
      const token = context.visitor.sessionToken ?? "";
      await changePassword({ uid, token, ...readNewPassword(form) }, context.ports);
      return await rotateSession(uid, { to: paths.profile, toast: "passwordChanged" }, args);
    }
    await requireRecentAuthPage(args);
    await setPassword({ uid, ...readCredentials(form) }, context.ports);
    const next = { to: codesPath(paths.profile), toast: "passwordSet" } as const;
    const cookie = await issueRecoveryCodes(uid, context);
    return await rotateSession(uid, { ...next, cookie }, args);
  } catch (error) {
    return formProblem(error, request, values);
  }
}

export default function Password() {
  const { t } = useTranslation("page-security");
  const { has, email, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const problem = answer?.problem;
  const back = { href: paths.profile, text: t("back") };
  return (
    <FormPage title={title} lead={has ? null : t("password.setLead")} back={back}>
      <Form method="post" aria-label={title} className="grid gap-4">
        {has ? (
          <CurrentPasswordField
            name="current"
            label={t("password.current")}
            email={email}
            errorId={errorIdOf(problem, "current")}
          />
        ) : (
          <EmailField email={answer?.values.email || email} errorId={errorIdOf(problem, "email")} />
        )}
        <NewPasswordField errorId={errorIdOf(problem, "password")} />
        <FormAlert id={FORM_ERROR_ID} error={problem} />
        <Button type="submit">{t(has ? "password.change" : "password.set")}</Button>
        <p className="text-ink-2 text-sm">{t("password.ends")}</p>
      </Form>
    </FormPage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data && { title: data.title, isPrivate: true });
