import { useCallback, useEffect, useRef, useState } from "react";
import type { FormError } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import type { PreparedUpload } from "../rules/release";
import { receivedBytes } from "../rules/upload";
import { type Announce, chosenFor, requestDiscard } from "./release-requests";
import { UploadRejected } from "./retry-with-backoff";

export type Phase =
  | "idle"
  | "opening"
  | "retrying"
  | "sending"
  | "waiting"
  | "paused"
  | "verifying"
  | "failed";

export interface FileProgress {
  key: string;
  name: string;
  sizeBytes: number;
  sentBytes: number;
  /** The server has all of it and verified it. */
  isDone: boolean;
}

export interface UploadView {
  phase: Phase;
  /** Of all files that are sent. */
  sentBytes: number;
  totalBytes: number;
  files: readonly FileProgress[];
  /** The server's error message; empty where the connection failed, null without an error. */
  message: string | null;
  /** The code of that error; empty without one. */
  code: string;
}

const IDLE: UploadView = {
  phase: "idle",
  sentBytes: 0,
  totalBytes: 0,
  files: [],
  message: null,
  code: "",
};

/** Files that are sent at once. */
const AT_ONCE = 2;

interface Job {
  upload: PreparedUpload;
  file: File;
}

interface Options {
  /** All files that were given have arrived and were verified: `isWhole` where these were all of the release. */
  onComplete(productId: string, isWhole: boolean): void;
  /** False where the release is published by another act. */
  publishes?: boolean;
}

/** The uploads of one release: start or resume, pause, cancel. */
export function useUpload({ onComplete, publishes = true }: Options) {
  const { t } = useTranslation("publish");
  const [view, setView] = useState(IDLE);
  const jobs = useRef<Job[]>([]);
  const isWhole = useRef(true);
  const running = useRef(new AbortController());
  const done = useRef(onComplete);
  done.current = onComplete;
  const change = useCallback(
    (part: Partial<UploadView>) => setView((v) => ({ ...v, ...part })),
    [],
  );

  const fail = useCallback(
    (error: unknown, phase: Phase, signal: AbortSignal) => {
      // Paused, given up, or begun anew.
      if (signal.aborted) return;
      if (error instanceof UploadRejected) {
        // The others stop as well.
        running.current.abort();
        return change({ phase, message: error.message, code: error.code });
      }
      throw error;
    },
    [change],
  );

  const run = useCallback(async () => {
    const [first] = jobs.current;
    if (!first) return;
    const { signal } = restart(running);
    setView({ ...IDLE, phase: "sending", message: "", ...progressOf(jobs.current) });
    try {
      await sendAll(jobs.current, { publishes, signal, change });
      if (signal.aborted) return;
      done.current(first.upload.productId, isWhole.current);
    } catch (error) {
      fail(error, "failed", signal);
    }
  }, [change, fail, publishes]);

  /** `files`: in the order of what is announced; null for a file that the server has. */
  const start = useCallback(
    async (announce: Announce, files: readonly (File | null)[]) => {
      const { signal } = restart(running);
      setView({ ...IDLE, phase: "opening", ...announcedOf(files) });
      try {
        const onWaiting = (waiting: boolean) => change({ phase: waiting ? "retrying" : "opening" });
        const { uploads, isPublished } = await announce({ signal, onWaiting });
        if (signal.aborted) return;
        jobs.current = uploads.flatMap((upload, at) => {
          const file = files[at];
          return file ? [{ upload, file }] : [];
        });
        isWhole.current = true;
        // The server has all of them.
        if (isPublished || jobs.current.length === 0)
          return done.current(uploads[0]?.productId ?? "", true);
      } catch (error) {
        return fail(error, "idle", signal);
      }
      await run();
    },
    [run, fail, change],
  );

  /** Goes on with those uploads whose files are among the chosen ones. */
  const resume = useCallback(
    (uploads: readonly PreparedUpload[], files: readonly File[]) => {
      jobs.current = chosenFor(uploads, files);
      isWhole.current = jobs.current.length === uploads.filter((one) => !one.isVerified).length;
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
    const key = jobs.current[0]?.upload.key;
    jobs.current = [];
    if (key) await requestDiscard(key);
  }, []);

  /** Allows another upload after one that is complete. */
  const reset = useCallback(() => {
    jobs.current = [];
    setView(IDLE);
  }, []);

  useEffect(() => () => running.current.abort(), []);
  useLeaveWarning(view.phase !== "idle");

  /** An upload that did not start: the form shows it. */
  const rejection: FormError | null =
    view.phase !== "idle" || view.message === null
      ? null
      : { message: view.message || t("upload.offline") };
  return { view, rejection, start, resume, run, pause, cancel, reset };
}

export type Upload = ReturnType<typeof useUpload>;

interface SendOptions {
  publishes: boolean;
  signal: AbortSignal;
  change(part: Partial<UploadView>): void;
}

/** Sends the files, some at once, in their order. Rejects with the first that fails. */
async function sendAll(jobs: readonly Job[], options: SendOptions): Promise<void> {
  const { publishes, signal, change } = options;
  // Loaded with the first upload; where it can't be, as where the connection fails.
  const loaded = await import("./upload-file").catch(() => null);
  if (!loaded) throw new UploadRejected(0, "");
  const sent = new Map(jobs.map(({ upload }) => [upload.key, receivedBytes(upload)]));
  const show = (part: Partial<UploadView> = {}) => {
    if (!signal.aborted) change({ ...part, ...progressOf(jobs, sent) });
  };
  const waiting = jobs.filter(({ upload }) => !upload.isVerified);
  const sendNext = async (): Promise<void> => {
    const job = waiting.shift();
    if (!job) return;
    const { upload, file } = job;
    await loaded.uploadFile(upload, file, {
      signal,
      publishes,
      onProgress(bytes) {
        sent.set(upload.key, bytes);
        show();
      },
      onWaiting: (isWaiting) => show({ phase: isWaiting ? "waiting" : "sending" }),
      onVerifying: () => show({ phase: waiting.length === 0 ? "verifying" : "sending" }),
    });
    upload.isVerified = true;
    show();
    return sendNext();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
}

/** Before the server has answered with their keys. */
function announcedOf(files: readonly (File | null)[]): Pick<UploadView, "totalBytes" | "files"> {
  const announced = files.flatMap((file) => {
    if (!file) return [];
    const { name, size: sizeBytes } = file;
    return [{ key: name, name, sizeBytes, sentBytes: 0, isDone: false }];
  });
  return {
    files: announced,
    totalBytes: announced.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}

function progressOf(
  jobs: readonly Job[],
  sent: ReadonlyMap<string, number> = new Map(),
): Pick<UploadView, "sentBytes" | "totalBytes" | "files"> {
  const files = jobs.map(({ upload }) => ({
    key: upload.key,
    name: upload.name,
    sizeBytes: upload.sizeBytes,
    sentBytes: sent.get(upload.key) ?? receivedBytes(upload),
    isDone: upload.isVerified,
  }));
  return {
    files,
    sentBytes: files.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
    totalBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}

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
