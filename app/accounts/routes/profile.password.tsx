import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { answerForm } from "../../http/answer-form";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireRecentAuthPage, requireViewer } from "../../http/viewer";
import { defineForm } from "../../lib/form";
import { paths } from "../../lib/paths";
import { codesPath } from "../../lib/return-path";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { FORM_ERROR_ID, FormAlert } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { rotateSession } from "../http/begin-session";
import { issueRecoveryCodes } from "../http/new-recovery-codes";
import { limitPasswordProofs } from "../http/throttle-sign-in";
import { CURRENT_PASSWORD, EMAIL, NEW_PASSWORD } from "../rules/credential-fields";
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
  const t = fixedT(request, "page-security");
  return { has, email, title: t(has ? "password.changeTitle" : "password.setTitle") };
}

const PASSWORD = defineForm({ email: EMAIL, current: CURRENT_PASSWORD, password: NEW_PASSWORD });

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const { uid } = await requireViewer(args);
  return answerForm(PASSWORD, args, async ({ checked }) => {
    const { password: has } = await readLoginMethods({ uid }, context.ports);
    await limitPasswordProofs(args);
    if (has) {
      const token = context.visitor.sessionToken ?? "";
      await changePassword({ uid, token, ...checked(["current", "password"]) }, context.ports);
      return rotateSession(uid, { to: paths.profile, toast: "passwordChanged" }, args);
    }
    await requireRecentAuthPage(args);
    await setPassword({ uid, ...checked(["email", "password"]) }, context.ports);
    const next = { to: codesPath(paths.profile), toast: "passwordSet" } as const;
    const cookie = await issueRecoveryCodes(uid, context);
    return rotateSession(uid, { ...next, cookie }, args);
  });
}

export default function Password() {
  const { t } = useTranslation("page-security");
  const { has, email, title } = useLoaderData<typeof loader>();
  const { problem, values, field } = useForm(PASSWORD);
  const back = { href: paths.profile, text: t("back") };
  return (
    <FormPage title={title} lead={has ? null : t("password.setLead")} back={back}>
      <Form method="post" aria-label={title} className="grid gap-4">
        {has ? (
          <CurrentPasswordField label={t("password.current")} email={email} {...field("current")} />
        ) : (
          <TextField label={t("email")} {...field("email")} defaultValue={values.email || email} />
        )}
        <TextField label={t("password.new")} hint={t("password.hint")} {...field("password")} />
        <FormAlert id={FORM_ERROR_ID} error={problem} />
        <Button type="submit">{t(has ? "password.change" : "password.set")}</Button>
        <p className="text-ink-2 text-sm">{t("password.ends")}</p>
      </Form>
    </FormPage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data && { title: data.title, isPrivate: true });
