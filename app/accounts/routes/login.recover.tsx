import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { answerForm } from "../../http/answer-form";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { limitByIp, throttleByIp } from "../../http/rate-limit";
import { readViewer } from "../../http/viewer";
import { defineForm } from "../../lib/form";
import { paths } from "../../lib/paths";
import { localPath } from "../../lib/return-path";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { FORM_ERROR_ID, FormAlert } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { rotateSession } from "../http/begin-session";
import { EMAIL, NEW_PASSWORD } from "../rules/credential-fields";
import { FormPage } from "../ui/form-page";
import { recoverAccount } from "../use-cases/recovery-codes";

export const handle = { script: false };

/** Each right code costs the hash of a password. */
const RECOVERY_RATE_LIMIT = { name: "recovery", limit: 60, windowMs: 60_000 };

export async function loader(args: LoaderFunctionArgs) {
  if (await readViewer(args)) throw redirect(paths.profile);
  const t = fixedT(args.request, "page-security");
  return { title: t("recover.title") };
}

const RECOVERY = defineForm({
  email: EMAIL,
  code: {
    required: true,
    autoComplete: "off",
    autoCapitalize: "characters",
    spellCheck: false,
    className: "font-mono uppercase",
  },
  password: NEW_PASSWORD,
});

export function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  return answerForm(RECOVERY, args, async ({ checked }) => {
    const input = checked();
    await limitByIp(args, RECOVERY_RATE_LIMIT);
    const recover = () => recoverAccount(input, context.ports);
    const uid = await throttleByIp(args, "recover", recover);
    const to = localPath(new URL(request.url).searchParams.get("to")) ?? paths.profile;
    return rotateSession(uid, { to, toast: "recovered" }, args);
  });
}

export default function Recover() {
  const { t } = useTranslation("page-security");
  const { title } = useLoaderData<typeof loader>();
  const { problem, field } = useForm(RECOVERY);
  const back = { href: paths.login, text: t("recover.back") };
  return (
    <FormPage title={title} lead={t("recover.lead")} back={back}>
      <Form method="post" aria-label={title} className="grid gap-4">
        <TextField label={t("email")} {...field("email")} />
        <TextField label={t("recover.code")} hint={t("recover.codeHint")} {...field("code")} />
        <TextField label={t("password.new")} hint={t("password.hint")} {...field("password")} />
        <FormAlert id={FORM_ERROR_ID} error={problem} />
        <Button type="submit">{t("recover.submit")}</Button>
        <p className="text-ink-2 text-sm">{t("recover.ends")}</p>
      </Form>
      <p className="mt-5 border-line border-t pt-4 text-ink-2 text-sm">{t("recover.otherWays")}</p>
    </FormPage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data && { title: data.title, isPrivate: true });
