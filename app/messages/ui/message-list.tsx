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
      {messages.map(({ id, isOwn, text, createdAt }, at) => (
        <li
          key={id}
          id={at === messages.length - 1 ? "last" : undefined}
          data-message={id}
          className={`scroll-mt-24 ${isOwn ? "ml-6 sm:ml-20" : "mr-6 sm:mr-20"}`}
        >
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
        </li>
      ))}
    </ol>
  );
}
