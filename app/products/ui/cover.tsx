/** A product's picture: what the seller gave, else the one drawn from its id (markup of our own making). */
export function Cover(props: { url: string | null; drawn: string; alt?: string; eager?: boolean }) {
  const { url, drawn, alt = "", eager = false } = props;
  const frame = "block aspect-[4/3] w-full overflow-hidden rounded-md border border-line bg-sunk";
  if (url) {
    return (
      <img
        src={url}
        alt={alt}
        loading={eager ? "eager" : "lazy"}
        decoding="async"
        className={`${frame} object-cover`}
      />
    );
  }
  const shown = alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true };
  return (
    <div
      {...shown}
      className={`${frame} [&>svg]:block [&>svg]:size-full`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own code from an id, never from input.
      dangerouslySetInnerHTML={{ __html: drawn }}
    />
  );
}
