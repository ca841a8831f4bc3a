import { offerPaths } from "../../lib/offer-paths";
import { Card } from "../../ui/card";
import { useTranslation } from "../../ui/translation";

/** How a program asks whether a key counts. */
export function CheckHelp({ productId, origin }: { productId: string; origin: string }) {
  const { t } = useTranslation("page-licences");
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-xl">{t("check.title")}</h2>
      <p className="text-ink-2">{t("check.text")}</p>
      <dl>
        <dt className="text-ink-2 text-sm">{t("check.product")}</dt>
        <dd>
          <code className="break-all font-mono text-sm">{productId}</code>
        </dd>
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard. */}
      <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunk p-4 font-mono text-sm">
        <code>{exampleOf(productId, origin)}</code>
      </pre>
      <p className="text-ink-2 text-sm">{t("check.offline")}</p>
    </Card>
  );
}

function exampleOf(productId: string, origin: string): string {
  const body = JSON.stringify({ productId, key: "…" });
  return `curl ${origin}${offerPaths.licenceVerify} \\
  -H "Content-Type: application/json" \\
  -d '${body}'`;
}
