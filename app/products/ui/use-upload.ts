import { useCallback, useEffect, useRef, useState } from "react";
import { apiPaths } from "../../lib/api-paths";
import type { FormError } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import type { UploadState } from "../rules/upload";
import { UploadRejected } from "./retry-with-backoff";
import { receivedBytes, requestDiscard, startUpload, uploadFile } from "./upload-file";

export type Phase =
  | "idle"
  | "opening"
  | "retrying"
  | "sending"
  | "waiting"
  | "paused"
  | "verifying"
  | "failed";

export interface UploadView {
  phase: Phase;
  sentBytes: number;
  totalBytes: number;
  /** The server's error message; empty where the connection failed, null without an error. */
  message: string | null;
  /** The code of that error; empty without one. */
  code: string;
}

const IDLE: UploadView = { phase: "idle", sentBytes: 0, totalBytes: 0, message: null, code: "" };

interface Job {
  upload: UploadState;
  file: File;
}

/**
 * One upload of this page: start or resume, pause, cancel. `startUrl` takes the form that announces
 * it; by default that of a new product. Without `completes` it ends once all parts have arrived.
 */
export function useUpload(
  onComplete: (productId: string) => void,
  startUrl: string = apiPaths.uploads,
  completes = true,
) {
  const { t } = useTranslation("publish");
  const [view, setView] = useState(IDLE);
  const job = useRef<Job | null>(null);
  const running = useRef(new AbortController());
  const done = useRef(onComplete);
  done.current = onComplete;
  const change = useCallback(
    (part: Partial<UploadView>) => setView((v) => ({ ...v, ...part })),
    [],
  );

  const fail = useCallback(
    (error: unknown, phase: Phase) => {
      if (error instanceof UploadRejected) {
        return change({ phase, message: error.message, code: error.code });
      }
      if (!running.current.signal.aborted) throw error;
    },
    [change],
  );

  const run = useCallback(async () => {
    if (!job.current) return;
    const { upload, file } = job.current;
    const { signal } = restart(running);
    change({
      phase: "sending",
      message: "",
      totalBytes: file.size,
      sentBytes: receivedBytes(upload),
    });
    try {
      await uploadFile(upload, file, {
        signal,
        completes,
        onProgress: (sentBytes) => change({ sentBytes }),
        onWaiting: (waiting) => change({ phase: waiting ? "waiting" : "sending" }),
        onVerifying: () => change({ phase: "verifying" }),
      });
      done.current(upload.productId);
    } catch (error) {
      fail(error, "failed");
    }
  }, [change, fail, completes]);

  const start = useCallback(
    async (form: FormData | Promise<FormData>, file: File) => {
      const { signal } = restart(running);
      setView({ ...IDLE, phase: "opening", totalBytes: file.size });
      try {
        const onWaiting = (waiting: boolean) => change({ phase: waiting ? "retrying" : "opening" });
        job.current = {
          upload: await startUpload(startUrl, await form, { signal, onWaiting }),
          file,
        };
      } catch (error) {
        return fail(error, "idle");
      }
      await run();
    },
    [run, fail, change, startUrl],
  );

  const resume = useCallback(
    (upload: UploadState, file: File) => {
      job.current = { upload: { ...upload, received: [...upload.received] }, file };
      return run();
    },
    [run],
  );

  const pause = useCallback(() => {
    running.current.abort();
    change({ phase: "paused" });
  }, [change]);

  const cancel = useCallback(async () => {
    running.current.abort();
    setView(IDLE);
    const key = job.current?.upload.key;
    job.current = null;
    if (key) await requestDiscard(key);
  }, []);

  /** Allows another upload after one that is complete. */
  const reset = useCallback(() => {
    job.current = null;
    setView(IDLE);
  }, []);

  useEffect(() => () => running.current.abort(), []);
  useLeaveWarning(view.phase !== "idle");

  /** Why the upload was not begun; null where it was, or none was tried. */
  const rejection: FormError | null =
    view.phase !== "idle" || view.message === null
      ? null
      : { message: view.message || t("upload.offline") };
  return { view, rejection, start, resume, run, pause, cancel, reset };
}

export type Upload = ReturnType<typeof useUpload>;

function restart(running: { current: AbortController }): AbortController {
  running.current.abort();
  running.current = new AbortController();
  return running.current;
}

/** Has the browser confirm before the tab of an unfinished upload is closed. */
function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [active]);
}
