import { useTranslation } from "react-i18next";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { useFormat } from "../../ui/use-format";
import { useSpeed } from "./use-speed";
import type { UploadView } from "./use-upload";

interface Props {
  view: UploadView;
  fileName: string;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
}

const BAR =
  "h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent";

const RUNNING = ["sending", "waiting"];

/** How far the file has come, what it is waiting for, and the way to stop it. */
export function UploadPanel({ view, fileName, onPause, onResume, onCancel }: Props) {
  const { t } = useTranslation("publish");
  if (view.phase === "idle") return null;
  const stopped = view.phase === "paused" || view.phase === "failed";
  return (
    <section
      aria-label={t("upload.title", { name: fileName })}
      data-upload-phase={view.phase}
      className="grid gap-3 rounded-lg border border-line bg-sunk p-5"
    >
      <h2 className="truncate text-base">{t("upload.title", { name: fileName })}</h2>
      <p role="status" className="text-ink-2 text-sm">
        {t(`upload.${view.phase}`)}
      </p>
      {view.phase === "failed" && <Alert>{view.words || t("upload.offline")}</Alert>}
      <Progress view={view} label={t("upload.title", { name: fileName })} />
      <div className="flex flex-wrap gap-3">
        {RUNNING.includes(view.phase) && (
          <PanelButton onClick={onPause}>{t("upload.pause")}</PanelButton>
        )}
        {stopped && <PanelButton onClick={onResume}>{t("upload.resume")}</PanelButton>}
        {view.phase !== "verifying" && (
          <PanelButton onClick={onCancel}>{t("upload.cancel")}</PanelButton>
        )}
      </div>
    </section>
  );
}

function Progress({ view, label }: { view: UploadView; label: string }) {
  const { t } = useTranslation("publish");
  const format = useFormat();
  const { sentBytes, totalBytes } = view;
  const bytesPerSecond = useSpeed(sentBytes, view.phase === "sending");
  const share = totalBytes > 0 ? sentBytes / totalBytes : 0;
  return (
    <>
      <progress aria-label={label} value={sentBytes} max={totalBytes || 1} className={BAR} />
      <p className="flex flex-wrap gap-x-4 text-ink-2 text-sm tabular-nums">
        <span>{format.percent(share)}</span>
        <span>
          {t("upload.progress", { sent: format.size(sentBytes), total: format.size(totalBytes) })}
        </span>
        {bytesPerSecond > 0 && (
          <>
            <span>{t("upload.speed", { speed: format.size(bytesPerSecond) })}</span>
            <span>
              {t("upload.left", { time: format.wait((totalBytes - sentBytes) / bytesPerSecond) })}
            </span>
          </>
        )}
      </p>
    </>
  );
}

function PanelButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button look="secondary" size="s" onClick={onClick}>
      {children}
    </Button>
  );
}
