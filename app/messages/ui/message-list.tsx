import { paths, query } from "../../lib/paths";
import { Badge } from "../../ui/badge";
import { LocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import { otherSide, type Side } from "../rules/thread";
import { PersonName } from "./person-name";

interface Props {
  messages: readonly {
    id: string;
    isOwn: boolean;
    text: string;
    /** Epoch ms. */
    createdAt: number;
    /** The order of a notice of the site; else null. */
    noticeOrderId: string | null;
  }[];
  other: { uid: string; name: string; isDeleted: boolean };
  /** The side of the reader. */
  side: Side;
}

/** Messages with sender and time, the newest last. Links in them are plain text. */
export function MessageList({ messages, other, side }: Props) {
  const { t } = useTranslation("messages");
  return (
    <ol aria-label={t("thread.list")} className="grid gap-4">
      {messages.map(({ id, isOwn, text, createdAt, noticeOrderId }, at) => (
        <li
          key={id}
          id={at === messages.length - 1 ? "last" : undefined}
          data-message={id}
          className={`scroll-mt-24 ${noticeOrderId ? "" : isOwn ? "ml-6 sm:ml-20" : "mr-6 sm:mr-20"}`}
        >
          {noticeOrderId ? (
            <Notice orderId={noticeOrderId} createdAt={createdAt} side={side} />
          ) : (
            <>
              <p className="mb-1 flex flex-wrap gap-x-2 text-ink-2 text-sm">
                <span className="font-semibold text-ink">
                  {isOwn ? t("person.you") : <PersonName person={other} side={otherSide(side)} />}
                </span>
                <Badge>{t(`role.${isOwn ? side : otherSide(side)}`)}</Badge>
                <LocalTime at={createdAt} className="tabular-nums" />
              </p>
              <p
                className={`whitespace-pre-wrap wrap-anywhere rounded-lg border px-4 py-3 ${isOwn ? "border-transparent bg-sunk" : "border-line bg-card"}`}
              >
                {text}
              </p>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

interface NoticeProps {
  orderId: string;
  /** Epoch ms. */
  createdAt: number;
  /** The side of the reader. */
  side: Side;
}

/** A notice of the site: somebody declared to withdraw from the order, and proved nothing. */
function Notice({ orderId, createdAt, side }: NoticeProps) {
  const { t } = useTranslation("messages");
  return (
    <div className="grid gap-2 rounded-lg border border-line-2 border-dashed px-4 py-3">
      <p className="flex flex-wrap gap-x-2 text-ink-2 text-sm">
        <span className="font-semibold text-ink">{t("notice.title")}</span>
        <LocalTime at={createdAt} className="tabular-nums" />
      </p>
      <p>{t(`notice.${side}`)}</p>
      {side === "buyer" && (
        <a href={paths.withdrawal + query({ order: orderId })} className="link w-fit font-semibold">
          {t("notice.confirm")}
        </a>
      )}
    </div>
  );
}
