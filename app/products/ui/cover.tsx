import type { CSSProperties } from "react";
import type { ProductCover, WholeProductCover as ShownWhole } from "../rules/cover";

interface Props extends ProductCover {
  alt?: string;
  eager?: boolean;
  /**
   * Its width in the layout, as the attribute of that name. Without one the size of `url` is enough at
   * every pixel density.
   */
  sizes?: string | undefined;
}

/** A product's cover in a frame of 4 to 3: the seller's image around its focus point, or the generated SVG. */
export function Cover({ url, srcSet, position, svg, alt = "", eager = false, sizes }: Props) {
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
        style={position ? { objectPosition: position } : undefined}
        className={`${frame} object-cover`}
      />
    );
  }
  const label = alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true };
  return (
    <span
      {...label}
      className={`${frame} [&>svg]:block [&>svg]:size-full`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: generated from an id; it contains no input.
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}

/**
 * A product's cover in its own shape, in a place that is known before it is loaded. A picture of unknown
 * size has a frame of 4 to 3.
 */
export function WholeCover({ cover, sizes }: { cover: ShownWhole; sizes: string }) {
  const { url, srcSet, size } = cover;
  if (!url) return <Cover {...cover} eager sizes={sizes} />;
  return (
    <div className="whole-cover">
      <img
        srcSet={srcSet}
        sizes={srcSet && sizes}
        src={url}
        alt=""
        {...size}
        decoding="async"
        style={{ "--w": size?.width, "--h": size?.height } as CSSProperties}
      />
    </div>
  );
}
