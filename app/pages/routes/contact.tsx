import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { flash, MESSAGE_SENT, wasMessageSent } from "../../http/flash";
import { formProblem } from "../../http/form-problem";
import { readLocale } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { limitByIp } from "../../http/rate-limit";
import { readForm } from "../../http/read-form";
import { staticPageMeta } from "../../http/static-page-meta";
import { paths } from "../../lib/paths";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { TextareaField, TextField } from "../../ui/field";
import { errorIdOf, FORM_ERROR_ID } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { sendContactMessage } from "../use-cases/send-contact-message";

export const handle = { script: false };

/** Per IP address: enough for a conversation, too few for spam. */
const RATE_LIMIT = { name: "contact", limit: 20, windowMs: 3_600_000 };

export async function loader(args: LoaderFunctionArgs) {
  const pageTexts = await staticPageMeta(args, "page-contact", paths.contact);
  const mailbox = args.context.ports.settings.supportEmail;
  return { ...pageTexts, sent: wasMessageSent(args.request), mailbox };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const values = { email: "", message: "" };
  try {
    const form = await readForm(request);
    values.email = String(form.get("email") ?? "");
    values.message = String(form.get("message") ?? "");
    await limitByIp(args, RATE_LIMIT);
    await sendContactMessage({ ...values, locale: readLocale(request) }, context.ports);
    return redirect(paths.contact, { headers: { "Set-Cookie": flash(MESSAGE_SENT, context) } });
  } catch (error) {
    return formProblem(error, request, values);
  }
}

export default function Contact() {
  const { sent, mailbox } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const { t } = useTranslation("page-contact");
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-8">
      <header className="flex flex-col gap-3">
        <h1>{t("title")}</h1>
        <p className="text-ink-2 text-lg">{t("lead")}</p>
      </header>
      {sent && !rejected && (
        <div className="flash-long">
          <Alert tone="good">{t("sent")}</Alert>
        </div>
      )}
      {rejected && <Alert id={FORM_ERROR_ID}>{rejected.problem.message}</Alert>}
      <ContactForm />
      <p className="text-ink-2">
        {t("mailbox")}{" "}
        <a className="link" href={`mailto:${mailbox}`}>
          {mailbox}
        </a>
      </p>
    </div>
  );
}

function ContactForm() {
  const rejected = useActionData<typeof action>();
  const { t } = useTranslation("page-contact");
  return (
    <Form
      method="post"
      action={paths.contact}
      aria-label={t("title")}
      className="flex flex-col gap-5"
      noValidate={Boolean(rejected)}
    >
      <TextField
        label={t("email")}
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={rejected?.values.email}
        errorId={errorIdOf(rejected?.problem, "email")}
      />
      <TextareaField
        label={t("message")}
        name="message"
        required
        rows={8}
        defaultValue={rejected?.values.message}
        errorId={errorIdOf(rejected?.problem, "message")}
      />
      <Button type="submit" className="self-start">
        {t("send")}
      </Button>
    </Form>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
