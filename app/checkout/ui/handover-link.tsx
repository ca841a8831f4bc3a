import { CopyButton } from "../../ui/copy-button";
import { QrCode } from "../../ui/qr-code";
import { useHydrated } from "../../ui/use-hydrated";

export interface ShownHandover {
  /** Absolute. */
  url: string;
  qr: { modules: number; path: string };
  /** In the person's language. The purchase page does not load them with its own texts. */
  texts: { ready: string; copy: string; share: string; qr: string };
}

/** A one-time link to copy, to share, or to scan with another device. */
export function HandoverLink({ url, qr, texts }: ShownHandover) {
  const hydrated = useHydrated();
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <p role="status" className="text-sm">
        {texts.ready}
      </p>
      <p className="select-all break-all font-mono text-sm">{url}</p>
      {hydrated && (
        <div className="flex flex-wrap justify-center gap-3">
          <CopyButton text={url} caption={texts.copy} />
          {"share" in navigator && <ShareButton url={url} label={texts.share} />}
        </div>
      )}
      <div className="overflow-hidden rounded-md bg-white">
        <QrCode qr={qr} widthPx={208} label={texts.qr} />
      </div>
    </div>
  );
}

function ShareButton({ url, label }: { url: string; label: string }) {
  // A person who closes the share sheet has not failed at anything.
  const share = () => void navigator.share({ url }).catch(() => undefined);
  return (
    <button type="button" className="link min-h-11 px-2 text-sm" onClick={share}>
      {label}
    </button>
  );
}
