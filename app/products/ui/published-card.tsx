import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { paths } from "../../lib/paths";
import { Button, ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { useTranslation } from "../../ui/translation";
import { ShareBlock, type ShareProps } from "./share-block";

export interface PublishedProps {
  product: { id: string; title: string } & ShareProps;
}

/** Enough to read the card and to copy the link, which the edit page shows as well. */
const REDIRECT_SECONDS = 20;

/** The published product's link and QR codes; redirects to the edit page unless the seller stays. */
export function PublishedCard({ product }: PublishedProps) {
  const { t } = useTranslation("publish");
  const heading = useRef<HTMLHeadingElement>(null);
  const [isUsed, setUsed] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const use = () => setUsed(true);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever uses the card is not led away from it
    <div onPointerDown={use} onKeyDown={use} className="mx-auto max-w-3xl">
      <Card>
        <h1 ref={heading} tabIndex={-1} className="outline-none">
          {t("published.title")}
        </h1>
        <p className="mt-2 mb-6 text-ink-2">{t("published.text", { title: product.title })}</p>
        <ShareBlock {...product} />
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <ButtonLink to={paths.edit(product.id)} replace variant="secondary">
            {t("published.edit")}
          </ButtonLink>
          {!isUsed && <Countdown to={paths.edit(product.id)} />}
        </div>
      </Card>
    </div>
  );
}

function Countdown({ to }: { to: string }) {
  const { t } = useTranslation("publish");
  const navigate = useNavigate();
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => setLeft(REDIRECT_SECONDS), []);
  useEffect(() => {
    if (left === null) return;
    if (left === 0) return navigate(to, { replace: true });
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left, navigate, to]);
  if (left === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-ink-2 text-sm">
      <span>{t("published.moving", { count: left })}</span>
      <Button variant="quiet" size="s" className="-ml-4 sm:ml-0" onClick={() => setLeft(null)}>
        {t("published.stay")}
      </Button>
    </p>
  );
}
