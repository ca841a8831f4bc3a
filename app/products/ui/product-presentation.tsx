import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { ShownPicture } from "../rules/pictures";
import type { ShownPresentation } from "../rules/presentation";
import type { ShownSample } from "../rules/sample";

interface Props extends ShownPresentation {
  /** Of the product. */
  title: string;
  /** Address of the cover, which a video shows before it plays; null without one. */
  poster: string | null;
  /** Width of the column. */
  sizes: string;
  /** Half of that. */
  halfSizes: string;
  className?: string;
}

/** The sample of a product, and below it its pictures: the first over the whole width, the others by twos. */
export function ProductPresentation({
  pictures,
  sample,
  title,
  poster,
  className,
  ...widths
}: Props) {
  if (pictures.length === 0 && !sample) return null;
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-8 ${className ?? ""}`}>
      {sample && <SampleSection sample={sample} title={title} poster={poster} />}
      {pictures.length > 0 && <Gallery pictures={pictures} title={title} {...widths} />}
    </div>
  );
}

function Gallery({
  pictures,
  title,
  sizes,
  halfSizes,
}: Pick<Props, "pictures" | "title" | "sizes" | "halfSizes">) {
  const { t } = useTranslation("presentation");
  const total = pictures.length;
  return (
    <ul className="grid grid-cols-2 items-start gap-3 sm:gap-4">
      {pictures.map((picture, at) => (
        <li key={picture.id} className="min-w-0 first:col-span-2">
          <a
            href={picture.url}
            target="_blank"
            rel="noopener"
            className="block rounded-md outline-offset-2"
          >
            <Picture
              picture={picture}
              sizes={at === 0 ? sizes : halfSizes}
              alt={t("picture", { n: at + 1, total, title })}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Picture({
  picture: { url, srcSet, size },
  sizes,
  alt,
}: {
  picture: Pick<ShownPicture, "url" | "srcSet" | "size">;
  sizes?: string;
  alt: string;
}) {
  return (
    <img
      srcSet={srcSet}
      sizes={srcSet && sizes}
      src={url}
      alt={alt}
      width={size?.width}
      height={size?.height}
      loading="lazy"
      decoding="async"
      className="w-full rounded-md border border-line"
    />
  );
}

function SampleSection({ sample, ...shown }: SampleProps) {
  const { t } = useTranslation("presentation");
  const { size } = useFormat();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-xl">{t("sample")}</h2>
      <SamplePlayer sample={sample} {...shown} />
      <p className="wrap-anywhere text-ink-2 text-sm">
        {sample.name} · <span className="whitespace-nowrap">{size(sample.sizeBytes)}</span>
      </p>
    </section>
  );
}

interface SampleProps extends Pick<Props, "title" | "poster"> {
  sample: ShownSample;
}

/** The browser's own player. It loads nothing before it plays. */
export function SamplePlayer({ sample, title, poster }: SampleProps) {
  const { t } = useTranslation("presentation");
  const { url, kind } = sample;
  const label = t("sampleOf", { title });
  if (kind === "image") return <Picture picture={sample} alt={label} />;
  if (kind === "audio")
    return (
      // biome-ignore lint/a11y/useMediaCaption: the seller has given no captions
      <audio controls preload="none" src={url} aria-label={label} className="w-full" />
    );
  return (
    // biome-ignore lint/a11y/useMediaCaption: the seller has given no captions
    <video
      controls
      playsInline
      preload="none"
      src={url}
      poster={poster ?? undefined}
      aria-label={label}
      className="aspect-video w-full rounded-md border border-line bg-black object-contain"
    />
  );
}
