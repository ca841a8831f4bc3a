// @chunk purchase
import type { ReactNode } from "react";
import { Address } from "../../ui/address";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";

/** The page of a product: what it is, and beside or below it the ticket, an element. */
export function ProductColumns({ facts, ticket }: { facts: ReactNode; ticket: ReactNode }) {
  return (
    <div className="grid items-start gap-10 md:grid-cols-[minmax(0,1fr)_25rem] lg:grid-cols-[minmax(0,1fr)_29rem] lg:gap-14">
      <article className="min-w-0">{facts}</article>
      {ticket}
    </div>
  );
}

interface FactsOfFile {
  name: string;
  sizeBytes: number;
  /** Hex; undefined before the file is stored. */
  sha256?: string;
}

/** Type, size and hash of each file; in a list that opens where there are more than one. */
export function FilesFacts({ files }: { files: readonly FactsOfFile[] }) {
  const { t } = useTranslation("product");
  const { size } = useFormat();
  const [only] = files;
  if (!only) return null;
  if (files.length === 1) return <FileFacts file={only} />;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-pointer py-1 text-ink-2">
        {t("files", { count: files.length, size: size(bytes) })}
      </summary>
      <ul className="mt-1 max-h-80 divide-y divide-line overflow-y-auto rounded-md border border-line px-3">
        {files.map((file) => (
          <li key={file.name} className="py-2">
            <span className="wrap-anywhere">{file.name}</span>
            <FileFacts file={file} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function FileFacts({ file: { name, sizeBytes, sha256 } }: { file: FactsOfFile }) {
  const { t } = useTranslation("product");
  const { size } = useFormat();
  const type = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toUpperCase();
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2 text-sm">
      {[type, size(sizeBytes), sha256 && t("sha256")].filter(Boolean).join(" · ")}
      {sha256 && <Address value={sha256} label={t("copySha")} />}
    </p>
  );
}
