// @chunk product
/** French puts a space before or after these signs, where no line may break. */
const UNBREAKABLE = /(?:« )?\S+(?: [»:;!?]\S*)+|« \S+/g;

/** A title without line breaks at the spaces that French typography keeps together. */
export function ProductTitle({ children }: { children: string }) {
  const unbreakable = children.match(UNBREAKABLE) ?? [];
  return children.split(UNBREAKABLE).map((between, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity than their position.
    <span key={at}>
      {between}
      {unbreakable[at] && <span className="inline-block">{unbreakable[at]}</span>}
    </span>
  ));
}
