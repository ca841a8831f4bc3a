import { paths } from "../../lib/paths";
import { Icon } from "../icon";
import { useTranslation } from "../translation";

/** Larger numbers are shown as this one with a plus. */
const MAX_SHOWN = 99;

/** An icon that opens the messages, with the number of threads to read. A full page load. */
export function MessagesLink({ unread, pathname }: { unread: number; pathname: string }) {
  const { t } = useTranslation("common");
  return (
    <a
      href={paths.messages}
      aria-label={unread > 0 ? t("nav.unread", { count: unread }) : t("nav.messages")}
      aria-current={pathname === paths.messages ? "page" : undefined}
      className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-2 no-underline hover:text-ink aria-[current]:text-ink"
    >
      <Icon d="M3 5h14v10H3zM3 6l7 5 7-5" className="size-6" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 min-w-5 rounded-full bg-accent px-1 text-center font-bold text-on-accent text-[min(0.75rem,3.75vw)] leading-5"
        >
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
    </a>
  );
}
