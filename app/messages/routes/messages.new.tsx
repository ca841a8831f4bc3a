import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { answerForm } from "../../http/answer-form";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import type { PageProblem } from "../../http/problem-response";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { PageError } from "../../ui/page-error";
import { useTranslation } from "../../ui/translation";
import { limitMessages } from "../http/limit-messages";
import { MESSAGE_FORM, MessageForm } from "../ui/message-form";
import { DeletedNote, ThreadHeader } from "../ui/thread-header";
import type { RecipientAddress } from "../use-cases/find-recipient";
import { readNewThread } from "../use-cases/read-thread";
import { sendMessage } from "../use-cases/send-message";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const page = await readNewThread({ address: newMessageAddress(request), uid }, context.ports);
  if ("threadId" in page) throw redirect(`${paths.thread(page.threadId)}#last`);
  const t = fixedT(request, "messages");
  return { ...page, uid, pageTitle: t(`new.title.${page.side}`) };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { uid } = await requireViewer(args);
  return answerForm(MESSAGE_FORM, args, async ({ values }) => {
    await limitMessages(args, uid);
    const input = { address: newMessageAddress(request), uid, ...values };
    const { threadId } = await sendMessage(input, context.ports);
    return redirect(`${paths.thread(threadId)}#last`);
  });
}

/** `?order=` or `?product=` of the page of a first message. Throws `not_found` without either. */
function newMessageAddress({ url }: Request): RecipientAddress {
  const { searchParams } = new URL(url);
  const orderId = searchParams.get("order");
  if (orderId) return { kind: "order", orderId };
  const productId = searchParams.get("product");
  if (productId) return { kind: "product", productId };
  throw new Problem("not_found");
}

export default function NewMessage() {
  const { t } = useTranslation("messages");
  const page = useLoaderData<typeof loader>();
  const { uid, productId, other } = page;
  return (
    <div className="mx-auto w-full max-w-3xl">
      <ThreadHeader {...page} />
      {other.isDeleted ? (
        <DeletedNote />
      ) : (
        <>
          <p className="mb-6 text-ink-2">{t("thread.none")}</p>
          <MessageForm inputKey={`${uid}:${productId}:${other.uid}`} version="" />
        </>
      )}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.pageTitle, isPrivate: true }, error);

export function ErrorBoundary() {
  const { t } = useTranslation("messages");
  const error = useRouteError();
  const problem = isRouteErrorResponse(error) ? (error.data as Partial<PageProblem>) : null;
  return (
    <PageError
      title={t("new.failed")}
      text={problem?.message}
      elsewhere={{ to: paths.messages, text: t("thread.all") }}
    />
  );
}
