import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { answerForm } from "../../http/answer-form";
import { flash, MESSAGE_SENT, wasMessageSent } from "../../http/flash";
import { readLocale } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { limitByIp } from "../../http/rate-limit";
import { staticPageMeta } from "../../http/static-page-meta";
import { defineForm } from "../../lib/form";
import { paths } from "../../lib/paths";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { TextareaField, TextField } from "../../ui/field";
import { FORM_ERROR_ID } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { sendContactMessage } from "../use-cases/send-contact-message";

export const handle = { script: false };

/** Per IP address: enough for a conversation, too few for spam. */
const RATE_LIMIT = { name: "contact", limit: 20, windowMs: 3_600_000 };

export function loader(args: LoaderFunctionArgs) {
  const pageTexts = staticPageMeta(args, "page-contact", paths.contact);
  const mailbox = args.context.ports.settings.supportEmail;
  return { ...pageTexts, sent: wasMessageSent(args.request), mailbox };
}

const CONTACT = defineForm({
  email: { type: "email", autoComplete: "email", required: true },
  message: { required: true, rows: 8 },
});

export function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  return answerForm(CONTACT, args, async ({ values }) => {
    await limitByIp(args, RATE_LIMIT);
    await sendContactMessage({ ...values, locale: readLocale(request) }, context.ports);
    return redirect(paths.contact, { headers: { "Set-Cookie": flash(MESSAGE_SENT, context) } });
  });
}

export default function Contact() {
  const { sent, mailbox } = useLoaderData<typeof loader>();
  const { problem, field } = useForm(CONTACT);
  const { t } = useTranslation("page-contact");
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-8">
      <header className="flex flex-col gap-3">
        <h1>{t("title")}</h1>
        <p className="text-ink-2 text-lg">{t("lead")}</p>
      </header>
      {sent && !problem && (
        <div className="flash-long">
          <Alert tone="good">{t("sent")}</Alert>
        </div>
      )}
      {problem && <Alert id={FORM_ERROR_ID}>{problem.message}</Alert>}
      <Form
        method="post"
        action={paths.contact}
        aria-label={t("title")}
        className="flex flex-col gap-5"
        noValidate={Boolean(problem)}
      >
        <TextField label={t("email")} {...field("email")} />
        <TextareaField label={t("message")} {...field("message")} />
        <Button type="submit" className="self-start">
          {t("send")}
        </Button>
      </Form>
      <p className="text-ink-2">
        {t("mailbox")}{" "}
        <a className="link" href={`mailto:${mailbox}`}>
          {mailbox}
        </a>
      </p>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
