import type { ProductCover } from "../rules/cover";

/** A product's cover: the seller's image, or the generated SVG. */
export function Cover(props: ProductCover & { alt?: string; eager?: boolean }) {
  const { url, svg, alt = "", eager = false } = props;
  const frame =
    "block h-auto aspect-[4/3] w-full overflow-hidden rounded-md border border-line bg-sunk";
  if (url) {
    return (
      <img
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
