import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData, useRevalidator } from "@remix-run/react";
import { answerForm } from "../../http/answer-form";
import { pageMeta } from "../../http/page-meta";
import { isPrefetch } from "../../http/prefetch";
import { queryNumber } from "../../http/query-number";
import { requireViewer } from "../../http/viewer";
import { paths, query } from "../../lib/paths";
import { loadWithRetry } from "../../ui/revalidation";
import { useTranslation } from "../../ui/translation";
import { useInterval } from "../../ui/use-interval";
import { limitMessages } from "../http/limit-messages";
import { MESSAGE_FORM, MessageForm } from "../ui/message-form";
import { MessageList } from "../ui/message-list";
import { DeletedNote, ThreadHeader } from "../ui/thread-header";
import { readThread } from "../use-cases/read-thread";
import { sendMessage } from "../use-cases/send-message";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid, unreadThreads } = await requireViewer({ request, context });
  const before = queryNumber(request, "before");
  const marksRead = before === null && !isPrefetch(request);
  const input = { id: params.id ?? "", uid, before, marksRead };
  const { wasUnread, ...thread } = await readThread(input, context.ports);
  const unread = unreadThreads - (wasUnread ? 1 : 0);
  return { ...thread, uid, unreadThreads: unread, isLatest: before === null };
}

export const clientLoader = loadWithRetry;

export async function action(args: ActionFunctionArgs) {
  const { params, context } = args;
  const { uid } = await requireViewer(args);
  return answerForm(MESSAGE_FORM, args, async ({ values }) => {
    await limitMessages(args, uid);
    const address = { kind: "thread", threadId: params.id ?? "" } as const;
    const { threadId } = await sendMessage({ address, uid, ...values }, context.ports);
    return redirect(`${paths.thread(threadId)}#last`);
  });
}

/** How often an open page asks for new messages. */
const RELOAD_INTERVAL_MS = 20_000;

export default function ThreadRoute() {
  const { t } = useTranslation("messages");
  const page = useLoaderData<typeof loader>();
  const { revalidate, state } = useRevalidator();
  const { id, uid, messages, other, older, isLatest } = page;
  useInterval(RELOAD_INTERVAL_MS, isLatest && !other.isDeleted && state === "idle", revalidate);
  const lastOwn = messages.findLast(({ isOwn }) => isOwn)?.id ?? "";
  return (
    <div className="mx-auto w-full max-w-3xl">
      <ThreadHeader {...page} />
      {older !== null && (
        <p className="mb-6 flex justify-center">
          <Link to={paths.thread(id) + query({ before: older })} className="link">
            {t("thread.older")}
          </Link>
        </p>
      )}
      <MessageList {...page} />
      <div className="mt-8 border-line border-t pt-6">
        {!isLatest ? (
          <Link to={`${paths.thread(id)}#last`} className="link">
            {t("thread.newest")}
          </Link>
        ) : other.isDeleted ? (
          <DeletedNote />
        ) : (
          <MessageForm key={lastOwn} inputKey={`${uid}:${id}`} version={lastOwn} />
        )}
      </div>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title, isPrivate: true }, error);
