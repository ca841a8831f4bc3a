import { Card } from "../../ui/card";
import { useTranslation } from "../../ui/translation";
import { CopiedLink } from "./copied-link";

interface Props {
  /** For each product. */
  links: readonly { id: string; title: string; address: string }[];
}

/** The links that apply a code, to copy. */
export function CodeLinks({ links }: Props) {
  const { t } = useTranslation("codes");
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 max-sm:p-4">
      <div>
        <h2 className="text-xl">{t("links.title")}</h2>
        <p className="mt-1 max-w-prose text-ink-2">{t("links.text")}</p>
      </div>
      <ul className="divide-y divide-line border-line border-y">
        {links.map(({ id, title, address }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)] gap-1 py-3">
            <span className="font-semibold wrap-anywhere">{title}</span>
            <CopiedLink address={address} label={t("links.copy", { title })} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
