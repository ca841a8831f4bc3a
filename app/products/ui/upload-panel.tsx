import { useEffect, useRef, useState } from "react";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { FileProgress, Upload, UploadView } from "./use-upload";

interface Props {
  upload: Pick<Upload, "view" | "pause" | "run">;
  /** Absent where it can only be paused. */
  onCancel?: () => void;
}

const BAR =
  "h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent";

const RUNNING = ["sending", "waiting"];

/** The progress and state of an upload, with buttons to pause, resume and cancel it. */
export function UploadPanel({ upload, onCancel }: Props) {
  const { t } = useTranslation("publish");
  const { view, pause, run } = upload;
  if (view.phase === "idle") return null;
  const stopped = view.phase === "paused" || view.phase === "failed";
  const [{ name } = { name: "" }, ...others] = view.files;
  const count = others.length + 1;
  const title = count > 1 ? t("upload.many", { count }) : t("upload.title", { name });
  return (
    <section
      aria-label={title}
      data-upload-phase={view.phase}
      className="grid gap-3 rounded-lg border border-line bg-sunk p-5"
    >
      <h2 className="truncate text-base">{title}</h2>
      <p role="status" className="text-ink-2 text-sm">
        {t(`upload.${view.phase}`)}
        {view.phase === "sending" && <AnnouncedProgress view={view} />}
      </p>
      {view.phase === "failed" && <Alert>{view.message || t("upload.offline")}</Alert>}
      <Progress view={view} label={title} />
      {view.files.length > 1 && <FilesProgress files={view.files} label={title} />}
      <div className="flex flex-wrap gap-3">
        {RUNNING.includes(view.phase) && (
          <PanelButton onClick={pause}>{t("upload.pause")}</PanelButton>
        )}
        {stopped && <PanelButton onClick={run}>{t("upload.resume")}</PanelButton>}
        {onCancel && view.phase !== "verifying" && (
          <PanelButton onClick={onCancel}>{t("upload.cancel")}</PanelButton>
        )}
      </div>
    </section>
  );
}

/** How far each file is. Many files scroll. */
function FilesProgress({ files, label }: { files: readonly FileProgress[]; label: string }) {
  const { t } = useTranslation("publish");
  const format = useFormat();
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
      tabIndex={0}
      className="max-h-56 overflow-y-auto rounded-md border border-line bg-card px-3"
    >
      <ul className="divide-y divide-line text-sm">
        {files.map(({ key, name, sizeBytes, sentBytes, isDone }) => (
          <li key={key} data-file-done={isDone} className="flex gap-4 py-2">
            <span className="min-w-0 flex-1 truncate" title={name}>
              {name}
            </span>
            <span className="text-ink-2 tabular-nums">
              {isDone ? t("upload.done") : format.percent(sentBytes / sizeBytes)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A screen reader says each of them; every percent would be noise. */
const ANNOUNCED_STEPS = 4;

function AnnouncedProgress({ view }: { view: UploadView }) {
  const format = useFormat();
  const step = Math.floor((ANNOUNCED_STEPS * view.sentBytes) / (view.totalBytes || 1));
  if (step === 0) return null;
  return <span className="sr-only"> {format.percent(step / ANNOUNCED_STEPS)}</span>;
}

function Progress({ view, label }: { view: UploadView; label: string }) {
  const { t } = useTranslation("publish");
  const format = useFormat();
  const { sentBytes, totalBytes } = view;
  const bytesPerSecond = useSpeed(sentBytes, view.phase === "sending");
  const fraction = totalBytes > 0 ? sentBytes / totalBytes : 0;
  return (
    <>
      <progress aria-label={label} value={sentBytes} max={totalBytes || 1} className={BAR} />
      <p className="flex flex-wrap gap-x-4 text-ink-2 text-sm tabular-nums">
        <span>{format.percent(fraction)}</span>
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
    <Button variant="secondary" size="s" onClick={onClick}>
      {children}
    </Button>
  );
}

/** The speed is the average over this time: steady, but current within seconds. */
const WINDOW_MS = 5_000;
const SAMPLE_INTERVAL_MS = 500;

/** Bytes per second; 0 while unknown. */
function useSpeed(sentBytes: number, active: boolean): number {
  const [speed, setSpeed] = useState(0);
  const sent = useRef(sentBytes);
  sent.current = sentBytes;
  useEffect(() => {
    setSpeed(0);
    if (!active) return;
    const samples = [{ at: performance.now(), bytes: sent.current }];
    const timer = setInterval(() => {
      const now = { at: performance.now(), bytes: sent.current };
      samples.push(now);
      while (samples.length > 2 && now.at - (samples[0]?.at ?? now.at) > WINDOW_MS) samples.shift();
      const [first = now] = samples;
      setSpeed((1_000 * (now.bytes - first.bytes)) / (now.at - first.at));
    }, SAMPLE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [active]);
  return speed;
}
