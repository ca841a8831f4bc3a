/** What French sets off by a space that no line may break: guillemets, colon, question mark. */
const HELD_TOGETHER = /(?:« )?\S+(?: [»:;!?]\S*)+|« \S+/g;

/** A title as it was written; only its lines break where a typesetter would break them. */
export function ProductTitle({ children }: { children: string }) {
  const held = children.match(HELD_TOGETHER) ?? [];
  return children.split(HELD_TOGETHER).map((between, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have nothing but their place.
    <span key={at}>
      {between}
      {held[at] && <span className="inline-block">{held[at]}</span>}
    </span>
  ));
}
