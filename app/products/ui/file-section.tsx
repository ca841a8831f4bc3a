import { Address } from "../../ui/address";
import { Alert } from "../../ui/alert";
import { Card } from "../../ui/card";
import { LocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { FileVersion, FileVersions } from "../rules/file-versions";
import { ReplaceFile, type ReplaceFileProps } from "./replace-file";
import { FILE_SECTION_ID } from "./unfinished-replacement";

type Props = Omit<ReplaceFileProps, "unfinished"> & { file: FileVersions };

/** More versions are folded away. */
const MAX_OPEN_VERSIONS = 3;

/** The file of a product: the version on sale, its replacement, and the versions kept for buyers. */
export function FileSection({ file, ...replace }: Props) {
  const { t } = useTranslation("publish");
  const { current, kept, unfinished } = file;
  return (
    <Card className="grid gap-6">
      <section
        id={FILE_SECTION_ID}
        aria-labelledby="file-section-title"
        className="grid min-w-0 scroll-mt-24 gap-6"
      >
        <div className="grid gap-3">
          <h2 id="file-section-title" className="text-xl">
            {t("file.title")}
          </h2>
          {current ? <CurrentFile file={current} /> : <Alert>{t("file.missing")}</Alert>}
        </div>
        <ReplaceFile unfinished={unfinished} {...replace} />
        {kept.length > 0 && <KeptVersions versions={kept} />}
      </section>
    </Card>
  );
}

function CurrentFile({ file }: { file: FileVersion }) {
  const { t } = useTranslation("publish");
  const format = useFormat();
  const facts = [
    { label: t("file.size"), value: format.size(file.sizeBytes) },
    { label: t("file.since"), value: <LocalTime at={file.publishedAt} /> },
    {
      label: t("file.sha"),
      value: file.sha256 && <Address value={file.sha256} label={t("file.copySha")} />,
    },
  ];
  return (
    <>
      <p className="wrap-anywhere font-semibold">{file.name}</p>
      <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm">
        {facts.map(({ label, value }) => (
          <div key={label} className="grid content-start gap-1">
            <dt className="text-ink-2">{label}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Note note={file.note} />
    </>
  );
}

function KeptVersions({ versions }: { versions: readonly FileVersion[] }) {
  const { t } = useTranslation("publish");
  const format = useFormat();
  return (
    <details open={versions.length <= MAX_OPEN_VERSIONS} className="border-line border-t pt-4">
      <summary className="cursor-pointer py-2 font-semibold text-sm">
        {t("file.versions", { count: versions.length })}
      </summary>
      <p className="mb-3 text-ink-2 text-sm">{t("file.versionsText")}</p>
      <ul className="grid gap-4">
        {versions.map((version) => (
          <li key={version.key} className="grid gap-1 border-line border-l-2 pl-4 text-sm">
            <span className="font-semibold [overflow-wrap:anywhere]">{version.name}</span>
            <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2 tabular-nums">
              <LocalTime at={version.publishedAt} />
              <span>{format.size(version.sizeBytes)}</span>
              {version.sha256 && <Address value={version.sha256} label={t("file.copySha")} />}
            </span>
            <Note note={version.note} />
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
