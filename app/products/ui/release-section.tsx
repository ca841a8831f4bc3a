import { Address } from "../../ui/address";
import { Alert } from "../../ui/alert";
import { Card } from "../../ui/card";
import { LocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { ProductReleases, ShownRelease } from "../rules/release";
import { NextRelease, type NextReleaseProps } from "./next-release";
import { FILE_SECTION_ID } from "./unfinished-release";

type Props = Omit<NextReleaseProps, "unfinished" | "current"> & { releases: ProductReleases };

/** More releases are folded away. */
const MAX_OPEN_RELEASES = 3;
/** More files of one release are folded away. */
const MAX_OPEN_FILES = 3;

/** What a product delivers: the release on sale, the next one, and those kept for buyers. */
export function ReleaseSection({ releases, ...next }: Props) {
  const { t } = useTranslation("publish");
  const { current, kept, unfinished } = releases;
  return (
    <Card className="grid gap-6">
      <section
        id={FILE_SECTION_ID}
        aria-labelledby="file-section-title"
        className="grid min-w-0 scroll-mt-24 gap-6"
      >
        <div className="grid gap-3">
          <h2 id="file-section-title" className="text-xl">
            {t("file.title", { count: current?.files.length ?? 1 })}
          </h2>
          {current ? <CurrentRelease release={current} /> : <Alert>{t("file.missing")}</Alert>}
        </div>
        <NextRelease current={current} unfinished={unfinished} {...next} />
        {kept.length > 0 && <KeptReleases releases={kept} />}
      </section>
    </Card>
  );
}

function CurrentRelease({ release }: { release: ShownRelease }) {
  const { t } = useTranslation("publish");
  const { files, publishedAt, note } = release;
  return (
    <>
      <p className="text-ink-2 text-sm">
        {t("file.since")} <LocalTime at={publishedAt} />
      </p>
      <Files files={files} />
      <Note note={note} />
    </>
  );
}

function Files({ files }: Pick<ShownRelease, "files">) {
  const { t } = useTranslation("publish");
  const format = useFormat();
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const list = (
    <ul className="grid gap-3">
      {files.map(({ key, name, sizeBytes, sha256 }) => (
        <li key={key} className="grid gap-1 text-sm">
          <span className="wrap-anywhere font-semibold">{name}</span>
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2 tabular-nums">
            <span>{format.size(sizeBytes)}</span>
            {sha256 && <Address value={sha256} label={t("file.copySha")} />}
          </span>
        </li>
      ))}
    </ul>
  );
  if (files.length <= MAX_OPEN_FILES) return list;
  return (
    <details>
      <summary className="cursor-pointer py-2 text-sm">
        {t("files.total", { count: files.length, size: format.size(bytes) })}
      </summary>
      {list}
    </details>
  );
}

function KeptReleases({ releases }: { releases: readonly ShownRelease[] }) {
  const { t } = useTranslation("publish");
  return (
    <details open={releases.length <= MAX_OPEN_RELEASES} className="border-line border-t pt-4">
      <summary className="cursor-pointer py-2 font-semibold text-sm">
        {t("file.versions", { count: releases.length })}
      </summary>
      <p className="mb-3 text-ink-2 text-sm">{t("file.versionsText")}</p>
      <ul className="grid gap-4">
        {releases.map(({ id, publishedAt, files, note }) => (
          <li key={id} className="grid gap-2 border-line border-l-2 pl-4 text-sm">
            <span className="text-ink-2">
              <LocalTime at={publishedAt} />
            </span>
            <Files files={files} />
            <Note note={note} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Note({ note }: { note: string }) {
  if (note === "") return null;
  return <p className="max-w-prose whitespace-pre-line wrap-anywhere text-ink-2 text-sm">{note}</p>;
}
