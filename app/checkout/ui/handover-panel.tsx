import { useFetcher } from "@remix-run/react";
import type { Cluster } from "../../lib/cluster";
import { purchasePaths } from "../../lib/purchase-paths";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { isDemo } from "../../wallet/find-wallets";
import { useWallets } from "../../wallet/use-wallets";
import { HandoverLink, type ShownHandover } from "./handover-link";

/**
 * Hands a purchase over to the person's own browser. Shown on a phone where a wallet was found, which
 * is then the browser of a wallet's app: those often can't save files.
 */
export default function HandoverPanel(props: { productId: string; cluster: Cluster }) {
  const { t } = useTranslation("buy");
  const { Form, data, state } = useFetcher<ShownHandover>();
  const isWalletBrowser = useWallets(props.cluster)?.some((wallet) => !isDemo(wallet));
  if (!isWalletBrowser) return null;
  return (
    <div className="mt-4 grid gap-3">
      {data ? (
        <HandoverLink {...data} />
      ) : (
        <Form method="post" action={purchasePaths.handover(props.productId)} className="grid">
          <Button type="submit" variant="secondary" busy={state !== "idle"}>
            {t("paid.handover")}
          </Button>
        </Form>
      )}
    </div>
  );
}
