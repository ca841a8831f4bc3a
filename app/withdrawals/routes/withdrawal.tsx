import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answerForm } from "../../http/answer-form";
import { readLocale } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { clientIpPrefix, limitByIp } from "../../http/rate-limit";
import { staticPageMeta } from "../../http/static-page-meta";
import { defineForm, textOf } from "../../lib/form";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { withdrawalPaths } from "../../lib/withdrawal-paths";
import { useTranslation } from "../../ui/translation";
import { useForm } from "../../ui/use-form";
import { readDeclarant } from "../http/declarant";
import { MAX_CONTACT_CHARS, MAX_CONTRACT_CHARS, MAX_NAME_CHARS } from "../rules/withdrawal";
import { ConfirmStep, DeclareStep } from "../ui/withdrawal-steps";
import { checkDeclaration, declareWithdrawal } from "../use-cases/declare-withdrawal";
import { readWithdrawalPage } from "../use-cases/read-withdrawal-page";

export const handle = { script: false };

/** Per network address, of both steps: a person corrects an entry a few times. Also limits guessing. */
const STEP_LIMIT = { name: "withdrawal-steps", limit: 60, windowMs: 3_600_000 };
/** Per network address, of declarations that nothing proves: an office or a family shares one. */
const UNPROVED_LIMIT = { name: "withdrawals", limit: 10, windowMs: 86_400_000 };

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const pageTexts = staticPageMeta(args, "withdrawal", paths.withdrawal);
  const orderId = new URL(request.url).searchParams.get("order");
  const account = await context.visitor.viewer();
  const input = { declarant: await readDeclarant(args), orderId };
  const page = await readWithdrawalPage(input, context.ports);
  const person = { name: account?.displayName ?? "", contact: account?.email ?? "" };
  const mailbox = context.ports.settings.supportEmail;
  return { ...pageTexts, ...page, initial: { ...person, ...page.initial }, mailbox };
}

export const WITHDRAWAL = defineForm({
  name: { required: true, autoComplete: "name", maxLength: MAX_NAME_CHARS },
  order: {},
  contract: { rows: 3, maxLength: MAX_CONTRACT_CHARS },
  contact: { required: true, autoComplete: "email", maxLength: MAX_CONTACT_CHARS },
});

const SECRET = /^[\w-]{43}$/;

/** The first step answers with the second one, which stores the declaration. */
export function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { ports } = context;
  return answerForm(WITHDRAWAL, args, async ({ data, values }) => {
    await limitByIp(args, STEP_LIMIT);
    const intent = textOf(data, "intent");
    if (intent === "edit") return { values };
    const declarant = await readDeclarant(args);
    const { contracts } = await readWithdrawalPage({ declarant, orderId: null }, ports);
    const chosen = contracts.find(({ orderId }) => orderId === values.order);
    // The one that was chosen first may not be the one that was typed.
    if (chosen && values.contract.trim() !== "") {
      throw new Problem("invalid_input", { field: "contract", messageKey: "withdrawal_both" });
    }
    const contract = chosen ? `${chosen.title} (${chosen.orderId})` : values.contract;
    const typed = { name: values.name, contact: values.contact, contract };
    if (intent !== "confirm") {
      return { values, confirmation: { ...checkDeclaration(typed), secret: ports.ids.token() } };
    }
    const secret = textOf(data, "secret");
    if (!SECRET.test(secret)) throw new Problem("invalid_input");
    const orderId = chosen?.orderId ?? null;
    const input = { typed, orderId, declarant, secret, locale: readLocale(request) };
    const limitUnproved = () => limitByIp(args, UNPROVED_LIMIT);
    const address = clientIpPrefix(request);
    await declareWithdrawal({ ...input, address, limitUnproved }, ports);
    throw redirect(withdrawalPaths.acknowledgement(secret), 303);
  });
}

export default function Withdrawal() {
  const { t } = useTranslation("withdrawal");
  const { contracts, initial, mailbox } = useLoaderData<typeof loader>();
  const answer = useActionData<{ confirmation?: Parameters<typeof ConfirmStep>[0]["shown"] }>();
  const { problem, values, field } = useForm(WITHDRAWAL, initial);
  const confirmation = answer?.confirmation;
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-8">
      <header className="flex flex-col gap-3">
        <h1>{t("title")}</h1>
        <p className="text-ink-2 text-lg">{t("lead")}</p>
      </header>
      {confirmation ? (
        <ConfirmStep shown={confirmation} values={values} />
      ) : (
        <DeclareStep contracts={contracts} values={values} problem={problem} field={field} />
      )}
      <section className="flex flex-col gap-3">
        <h2 className="text-xl">{t("about.title")}</h2>
        <p>{t("about.right")}</p>
        <p>{t("about.proof")}</p>
        <p className="text-ink-2">
          {t("about.mailbox")}{" "}
          <a className="link" href={`mailto:${mailbox}`}>
            {mailbox}
          </a>
        </p>
      </section>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
