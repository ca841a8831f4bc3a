import { Cover } from "../../products/ui/cover";
import type { DashboardLine } from "./line";

export function titleId({ id }: Pick<DashboardLine, "id">): string {
  return `title-${id}`;
}

/** Thumbnail and title. */
export function ProductCell({ product }: { product: DashboardLine }) {
  return (
    <div className="flex items-center gap-4">
      <div className="w-16 shrink-0">
        <Cover url={product.coverUrl} drawn={product.drawn} />
      </div>
      <span id={titleId(product)} className="min-w-0 break-words font-semibold">
        {product.title}
      </span>
    </div>
  );
}
