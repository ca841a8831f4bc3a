import { paths } from "../../lib/paths";
import { ProductTitle } from "../../products/ui/product-title";
import { Badge } from "../../ui/badge";
import { LocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import { otherSide, type Side } from "../rules/thread";
import { PersonName } from "./person-name";

interface Props {
  thread: {
    id: string;
    title: string;
    side: Side;
    other: { uid: string; name: string; isDeleted: boolean };
    excerpt: string;
    isNotice: boolean;
    isOwn: boolean;
    unread: number;
    /** Epoch ms. */
    lastAt: number;
  };
}

/** A thread in the list: the other person, the product, and the last message. */
export function ThreadItem({ thread }: Props) {
  const { t } = useTranslation("messages");
  const { id, title, side, other, excerpt, isNotice, isOwn, unread, lastAt } = thread;
  return (
    <li
      data-thread={id}
      className="relative grid gap-1.5 rounded-lg border border-line bg-card p-4 hover:border-line-2 sm:px-5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-sm">
        <Badge>{t(`side.${side}`)}</Badge>
        {unread > 0 && <Badge tone="accent">{t("unread", { count: unread })}</Badge>}
        <LocalTime at={lastAt} className="ml-auto tabular-nums" />
      </div>
      <h2 className="min-w-0 wrap-anywhere text-lg">
        {/* A full page load, which also counts what is unread again. */}
        <a
          href={`${paths.thread(id)}#last`}
          className="no-underline before:absolute before:inset-0 hover:underline"
        >
          <PersonName person={other} side={otherSide(side)} />
          {" · "}
          <ProductTitle>{title}</ProductTitle>
        </a>
      </h2>
      <p className={`truncate ${unread > 0 ? "font-semibold" : "text-ink-2"}`}>
        {isNotice ? t("notice.title") : isOwn ? t("youWrote", { text: excerpt }) : excerpt}
      </p>
    </li>
  );
}
