import { LicenceKey } from "../../licences/ui/licence-key";
import { canZip } from "../../products/rules/release-files";
import { ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { ShownBundle, ShownFile } from "../rules/purchase-page";

interface Props {
  /** Of all files; `?position=2` is one of them. It makes a fresh download token on each request. */
  href: string;
  /** Of the release, in order; empty where the page does not know them. */
  files: readonly ShownFile[];
  /** Id of the text that is read with the link. */
  describedBy?: string;
}

interface BundleProps {
  items: ShownBundle["items"];
  hrefOf(productId: string): string;
  describedBy?: string;
}

/** A download for each item of a bundle. */
export function BundleDownloads({ items, hrefOf, describedBy }: BundleProps) {
  return (
    <ul className="grid gap-3">
      {items.map(({ id, title, download, licence }, at) => (
        <li key={id} className="grid gap-3">
          <ButtonLink
            {...(at === 0 && { id: "download", "aria-describedby": describedBy })}
            to={hrefOf(id)}
            reloadDocument
            variant={at === 0 ? "primary" : "secondary"}
            className="w-full wrap-anywhere"
          >
            {download}
          </ButtonLink>
          {licence && <LicenceKey licence={licence} product={title} />}
        </li>
      ))}
    </ul>
  );
}

/** More files are folded away. */
const MAX_OPEN_FILES = 5;

/** The download: one file, or all of them as a zip and each by itself. */
export function DownloadList({ href, files, describedBy }: Props) {
  const { t } = useTranslation("buy");
  const isZip = files.length > 1 && canZip(files);
  return (
    <>
      {(files.length < 2 || isZip) && (
        <ButtonLink
          id="download"
          aria-describedby={describedBy}
          to={href}
          reloadDocument
          size="l"
          className="w-full"
        >
          {isZip ? t("paid.downloadAll", { count: files.length }) : t("paid.download")}
        </ButtonLink>
      )}
      {files.length > 1 && <EachFile href={href} files={files} isOpen={!isZip} />}
    </>
  );
}

function EachFile({ href, files, isOpen }: Omit<Props, "describedBy"> & { isOpen: boolean }) {
  const { t } = useTranslation("buy");
  const { size } = useFormat();
  return (
    <details open={isOpen || files.length <= MAX_OPEN_FILES} className="mt-4 text-sm">
      <summary className="cursor-pointer py-1 text-ink-2">
        {t("paid.oneByOne", { count: files.length })}
      </summary>
      <ul className="mt-1 max-h-80 divide-y divide-line overflow-y-auto rounded-md border border-line px-3">
        {files.map(({ name, sizeBytes }, at) => (
          <li key={name} className="flex items-baseline gap-4 py-2">
            <a href={`${href}?position=${at + 1}`} className="link wrap-anywhere min-w-0 flex-1">
              {name}
            </a>
            <span className="text-ink-2 tabular-nums">{size(sizeBytes)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
