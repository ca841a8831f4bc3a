// @chunk ui
import { type ComponentType, memo, Suspense } from "react";
import { type Part, usePart } from "./part";

/**
 * A component of a part. It is rendered again only for other props: a boundary that is, before its part is there, loses
 * the HTML of the server. `isSame` tells which props show the same; default: each of them is the same object.
 */
export function fromPart<Module, Props extends object>(
  part: Part<Module>,
  componentOf: (module: Module) => ComponentType<Props>,
  isSame?: (one: Readonly<Props>, other: Readonly<Props>) => boolean,
) {
  function Loaded(props: Props) {
    const Component = componentOf(usePart(part));
    return <Component {...props} />;
  }
  return memo(function FromPart(props: Props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  }, isSame);
}
