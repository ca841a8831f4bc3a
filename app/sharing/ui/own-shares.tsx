import { Form } from "@remix-run/react";
import { paths } from "../../lib/paths";
import { shortAddress } from "../../solana/short-address";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { useLocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { usePersonName } from "./use-person-name";

interface OwnShare {
  productId: string;
  title: string;
  seller: { uid: string; name: string } | null;
  bps: number;
  wallet: string;
  /** Epoch ms; null while it lasts. */
  endedAt: number | null;
}

/** The products in which a person shares or did, with the way out of each. */
export function OwnShares({ shares }: { shares: readonly OwnShare[] }) {
  const { t } = useTranslation("shares");
  if (shares.length === 0) return <p className="text-ink-2">{t("none")}</p>;
  return (
    <>
      <ul className="grid gap-4">
        {shares.map((share) => (
          <ShareItem key={share.productId} share={share} />
        ))}
      </ul>
      <p className="text-ink-2 text-sm">{t("leaveText")}</p>
    </>
  );
}

function ShareItem({ share }: { share: OwnShare }) {
  const { t } = useTranslation("shares");
  const { commission } = useFormat();
  const { day } = useLocalTime();
  const nameOf = usePersonName();
  const { productId, seller, bps, wallet, endedAt } = share;
  const title = share.title || t("untitled");
  return (
    <li data-share={productId} className="grid gap-2 border-line border-t pt-4">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <a href={paths.buy(productId)} className="link wrap-anywhere font-semibold">
          {title}
        </a>
        <Badge tone={endedAt === null ? "good" : "plain"}>
          {endedAt === null ? t("state.active") : t("state.ended", { day: day(endedAt) })}
        </Badge>
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 text-sm">
        <dt className="text-ink-2">{t("part")}</dt>
        <dd className="font-semibold tabular-nums">{commission(bps)}</dd>
        <dt className="text-ink-2">{t("wallet")}</dt>
        <dd>
          <code className="font-mono" title={wallet}>
            {shortAddress(wallet)}
          </code>
        </dd>
      </dl>
      <p className="text-ink-2 text-sm">{t("seller", { name: nameOf(seller) })}</p>
      {endedAt === null && (
        <Form method="post">
          <input type="hidden" name="productId" value={productId} />
          <Button
            type="submit"
            size="s"
            variant="danger"
            name="intent"
            value="leave"
            aria-label={t("leaveOf", { title })}
          >
            {t("leave")}
          </Button>
        </Form>
      )}
    </li>
  );
}
