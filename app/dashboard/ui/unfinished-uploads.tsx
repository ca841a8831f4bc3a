import { Form } from "@remix-run/react";
import { paths } from "../../lib/paths";
import { draftForm, type ShownDraft } from "../../products/rules/draft";
import { Button, ButtonLink } from "../../ui/button";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { DashboardPlace } from "../rules/place";
import { PlaceFields } from "./place-fields";

interface Props {
  drafts: readonly ShownDraft[];
  timeZone: string;
  place: DashboardPlace;
}

/** Products that are not on sale yet: their seller goes on with them, or deletes them. */
export function UnfinishedUploads({ drafts, timeZone, place }: Props) {
  const { t } = useTranslation("dashboard");
  return (
    <section
      aria-labelledby="drafts-title"
      className="min-w-0 rounded-lg border border-line bg-card p-6 max-sm:p-4"
    >
      <h2 id="drafts-title" className="text-xl">
        {t("drafts.title")}
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {drafts.map((draft) => (
          <li
            key={draft.productId}
            data-draft={draft.productId}
            className="grid grid-cols-[minmax(0,1fr)] gap-4 py-4 last:pb-0 md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:gap-8"
          >
            <DraftProgress draft={draft} timeZone={timeZone} />
            <DraftActions draft={draft} place={place} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const BAR =
  "h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent";

function DraftProgress({ draft, timeZone }: { draft: ShownDraft; timeZone: string }) {
  const { t } = useTranslation("dashboard");
  const format = useFormat();
  const { price, fileName, files, sizeBytes, receivedBytes, createdAt, keptUntil } = draft;
  const title = draft.title || t("drafts.untitled");
  const sizes = { sent: format.size(receivedBytes), total: format.size(sizeBytes) };
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span id={titleId(draft)} title={title} className="max-w-full truncate font-semibold">
          {title}
        </span>
        <span className="text-sm">{price ? <Sol amount={price} /> : t("drafts.noPrice")}</span>
        <span className="min-w-0 break-all text-ink-2 text-sm">{fileName}</span>
      </p>
      {files > 0 && (
        <progress
          aria-label={t("drafts.received")}
          value={receivedBytes}
          max={sizeBytes || 1}
          className={BAR}
        />
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-sm tabular-nums">
        <span>
          {files > 0
            ? `${format.percent(sizeBytes > 0 ? receivedBytes / sizeBytes : 0)}, ${t("drafts.progress", sizes)}`
            : t("drafts.noFile")}
        </span>
        <span>{t("drafts.begun", { when: format.moment(createdAt, timeZone) })}</span>
        <span>{t("drafts.kept", { when: format.moment(keptUntil, timeZone) })}</span>
      </p>
    </div>
  );
}

/** The title describes each action to screen readers. */
function DraftActions({ draft, place }: { draft: ShownDraft; place: DashboardPlace }) {
  const { t } = useTranslation("dashboard");
  const control = { size: "s", "aria-describedby": titleId(draft) } as const;
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink to={draftForm(draft.productId)} {...control} className="max-sm:min-h-11">
        {t("drafts.continue")}
      </ButtonLink>
      <Form method="get" action={paths.dashboard} preventScrollReset>
        <PlaceFields place={place} />
        <input type="hidden" name="discard" value={draft.productId} />
        <Button type="submit" variant="secondary" {...control}>
          {t("drafts.delete")}
        </Button>
      </Form>
    </div>
  );
}

function titleId({ productId }: Pick<ShownDraft, "productId">): string {
  return `draft-${productId}`;
}
