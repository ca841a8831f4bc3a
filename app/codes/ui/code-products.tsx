import { useTranslation } from "../../ui/translation";
import { type CodeFields, MAX_CODE_PRODUCTS } from "../rules/code-form";
import { Choice } from "./choice";

export interface ProductToChoose {
  id: string;
  title: string;
  /** The code that its page applies for everyone. */
  defaultCode: { id: string; name: string } | null;
}

interface Props {
  /** Of the code; null for a new one. */
  id: string | null;
  isDisabled: boolean;
  products: readonly ProductToChoose[];
  values: Pick<CodeFields, "scope" | "products" | "isDefault">;
  error: string | undefined;
}

/** For which products a code is, and whether their pages apply it for everyone. */
export function CodeProducts({ id, isDisabled, products, values, error }: Props) {
  const { t } = useTranslation("codes");
  const chosen = new Set(values.products);
  return (
    <fieldset
      className="group grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4"
      aria-describedby={error && "product-error"}
    >
      <legend className="mb-1.5 font-semibold text-sm">{t("form.where")}</legend>
      <div className="flex flex-wrap gap-x-6">
        <Choice name="scope" value="all" isChosen={values.scope === "all"}>
          {t("where.all")}
        </Choice>
        <Choice name="scope" value="list" isChosen={values.scope === "list"}>
          {t("form.some", { max: MAX_CODE_PRODUCTS })}
        </Choice>
      </div>
      {error && (
        <p id="product-error" className="font-medium text-accent text-sm">
          {error}
        </p>
      )}
      <div className="grid gap-4 group-has-[input[value=all]:checked]:hidden">
        {products.length === 0 ? (
          <p className="text-ink-2">{t("form.noProducts")}</p>
        ) : (
          <ul className="max-h-96 divide-y divide-line overflow-y-auto rounded-md border border-line-2 bg-card">
            {products.map((product) => (
              <ProductBox
                key={product.id}
                product={product}
                isChosen={chosen.has(product.id)}
                codeId={id}
              />
            ))}
          </ul>
        )}
        {!isDisabled && <DefaultBox isChosen={values.isDefault} />}
      </div>
    </fieldset>
  );
}

interface BoxProps {
  product: ProductToChoose;
  isChosen: boolean;
  codeId: string | null;
}

function ProductBox({ product: { id, title, defaultCode }, isChosen, codeId }: BoxProps) {
  const { t } = useTranslation("codes");
  const other = defaultCode !== null && defaultCode.id !== codeId ? defaultCode.name : null;
  return (
    <li>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3.5 py-2">
        <input
          type="checkbox"
          name="product"
          value={id}
          defaultChecked={isChosen}
          className="size-5 shrink-0 accent-accent"
        />
        <span className="min-w-0 wrap-anywhere">
          {title}
          {other !== null && (
            <span className="block text-ink-2 text-sm">{t("form.applies", { name: other })}</span>
          )}
        </span>
      </label>
    </li>
  );
}

function DefaultBox({ isChosen }: { isChosen: boolean }) {
  const { t } = useTranslation("codes");
  return (
    <div>
      <label className="flex min-h-6 w-fit cursor-pointer items-center gap-3 font-semibold text-sm">
        <input
          type="checkbox"
          name="isDefault"
          value="1"
          defaultChecked={isChosen}
          aria-describedby="default-hint"
          className="size-5 shrink-0 accent-accent"
        />
        {t("form.isDefault")}
      </label>
      <p id="default-hint" className="mt-1 text-ink-2 text-sm">
        {t("form.isDefaultHint")}
      </p>
    </div>
  );
}
