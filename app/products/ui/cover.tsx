import type { ProductCover } from "../rules/cover";

interface Props extends ProductCover {
  alt?: string;
  eager?: boolean;
  /**
   * Its width in the layout, as the attribute of that name. Without one the size of `url` is enough at
   * every pixel density.
   */
  sizes?: string | undefined;
}

/** A product's cover: the seller's image, or the generated SVG. */
export function Cover({ url, srcSet, svg, alt = "", eager = false, sizes }: Props) {
  const frame =
    "block h-auto aspect-[4/3] w-full overflow-hidden rounded-md border border-line bg-sunk";
  if (url) {
    return (
      <img
        // Before `src`, which some browsers load as soon as it is set.
        srcSet={sizes && srcSet}
        sizes={srcSet && sizes}
        src={url}
        alt={alt}
        width={640}
        height={480}
        loading={eager ? "eager" : "lazy"}
        decoding="async"
        className={`${frame} object-cover`}
      />
    );
  }
  const label = alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true };
  return (
    <div
      {...label}
      className={`${frame} [&>svg]:block [&>svg]:size-full`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: generated from an id; it contains no input.
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}
