interface Props {
  url: string | null;
  svg: string;
  eager?: boolean;
}

export function Cover({ url, svg, eager = false }: Props) {
  const frame =
    "block h-auto aspect-[4/3] w-full overflow-hidden rounded-md border border-line bg-sunk";
  if (url) {
    return (
      <img
        src={url}
        alt=""
        width={640}
        height={480}
        loading={eager ? "eager" : "lazy"}
        className={`${frame} object-cover`}
      />
    );
  }
  return (
    <div
      aria-hidden="true"
      className={`${frame} [&>svg]:block [&>svg]:size-full`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: generated from an id; it contains no input.
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}

export function Sol({ amount, className = "" }: { amount: string; className?: string }) {
  return (
    <span className={`whitespace-nowrap tabular-nums ${className}`}>
      {amount}
      <span className="ml-1 font-semibold text-[0.72em]">SOL</span>
    </span>
  );
}
