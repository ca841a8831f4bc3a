import { Form, Link } from "@remix-run/react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { Address } from "../../ui/address";
import { DownloadLink } from "./download-link";

interface Props {
  productId: string;
  ready: boolean;
  signature: string | null;
  slot: number | null;
  explorer: string | null;
  onRefresh(): void;
}

/** The file, how to get at it again, and the proof that it was paid for. */
export function PaidPanel(props: Props) {
  const { productId, ready, signature, slot, explorer, onRefresh } = props;
  const { t, i18n } = useTranslation("buy");
  function refresh(event: FormEvent) {
    event.preventDefault();
    onRefresh();
  }
  return (
    <>
      <DownloadLink productId={productId} ready={ready} />
      {ready && <p className="mt-4 text-center text-ink-2 text-sm">{t("paid.validity")}</p>}
      <div className="mt-4 flex flex-wrap items-center justify-center gap-x-6 gap-y-2 text-sm">
        <Form method="post" onSubmit={refresh}>
          <input type="hidden" name="intent" value="refresh" />
          <button type="submit" className="link">
            {t("paid.refresh")}
          </button>
        </Form>
        <Link to="/purchases" className="link">
          {t("paid.library")}
        </Link>
      </div>
      {signature && (
        <p className="mt-5 flex flex-wrap items-center justify-center gap-x-2 gap-y-1 text-ink-2 text-sm">
          <span>{t("paid.transaction")}</span>
          <Address value={signature} label={t("paid.copySignature")} />
          {slot !== null && (
            <span className="tabular-nums">
              {t("paid.slot", { slot: new Intl.NumberFormat(i18n.language).format(slot) })}
            </span>
          )}
          {explorer && (
            <a href={explorer} target="_blank" rel="noreferrer" className="link">
              {t("paid.explorer")}
            </a>
          )}
        </p>
      )}
    </>
  );
}
