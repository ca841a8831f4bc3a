import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { useRef, useState } from "react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { drawQr } from "../../http/qr";
import { requireViewer } from "../../http/viewer";
import { apiPaths } from "../../lib/api-paths";
import { formatPrice } from "../../lib/lamports";
import { paths } from "../../lib/paths";
import { toolPaths } from "../../lib/tool-paths";
import { Button } from "../../ui/button";
import { QrCode } from "../../ui/qr-code";
import { SessionEnded } from "../../ui/session-ended";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { useHydrated } from "../../ui/use-hydrated";
import { usePolling } from "../../ui/use-polling";
import { purchaseLink } from "../http/share";
import { ownProduct } from "../use-cases/ownership";

/** A sale at a stand is to be seen while the buyer is still there. */
const POLL_INTERVAL_MS = 3_000;

interface Stock {
  sold: number;
  /** Null without a limit. */
  left: number | null;
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const product = await ownProduct({ uid, productId: params.pid ?? "" }, context.ports);
  const { id, sold, saleLimit } = product;
  return {
    title: product.title,
    product: {
      id,
      amount: formatPrice(product),
    },
    stock: { sold, left: saleLimit === null ? null : saleLimit - sold },
    heading: fixedT(request, "publish")("counter.title"),
    qr: drawQr(purchaseLink(product, context.ports.settings)),
  };
}

export default function Counter() {
  const { t } = useTranslation("publish");
  const { title, product, heading, qr, ...loaded } = useLoaderData<typeof loader>();
  const [stock, setStock] = useState<Stock>(loaded.stock);
  const screen = useRef<HTMLElement>(null);
  const hydrated = useHydrated();
  const { isSignedOut } = usePolling(apiPaths.productStock(product.id), POLL_INTERVAL_MS, setStock);
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1>{heading}</h1>
        {hydrated && (
          <Button onClick={() => void screen.current?.requestFullscreen()}>
            {t("counter.fullScreen")}
          </Button>
        )}
        <Link to={paths.edit(product.id)} className="link sm:ml-auto">
          {t("poster.back")}
        </Link>
      </header>
      {isSignedOut && <SessionEnded to={toolPaths.counter(product.id)} />}
      <section
        ref={screen}
        className="flex min-h-[70dvh] flex-wrap items-center justify-center gap-x-[6vw] gap-y-6 overflow-auto rounded-lg bg-white p-[4vmin] text-[#17140f]"
      >
        <div className="w-[min(72vmin,100%)] [&_svg]:h-auto [&_svg]:w-full">
          <QrCode qr={qr} widthPx={720} label={t("share.qr")} />
        </div>
        <div className="grid min-w-0 max-w-[32rem] flex-1 basis-64 gap-4 portrait:justify-items-center portrait:text-center">
          <h2 className="line-clamp-3 wrap-anywhere font-bold font-display text-4xl">{title}</h2>
          <Sol amount={product.amount} className="font-bold font-display text-3xl" />
          <StockCount {...stock} />
        </div>
      </section>
    </div>
  );
}

function StockCount({ sold, left }: Stock) {
  const { t } = useTranslation("publish");
  const { count } = useFormat();
  return (
    <>
      <p role="status" className="text-2xl">
        <strong
          key={sold}
          className="inline-block motion-safe:[animation:stamp_250ms_both] font-display text-7xl"
        >
          {count(sold)}
        </strong>{" "}
        {t("counter.sold", { count: sold })}
      </p>
      {left !== null && <p className="text-xl">{t("counter.left", { count: left })}</p>}
    </>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);
