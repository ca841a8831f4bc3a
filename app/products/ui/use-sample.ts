import { useRef, useState } from "react";
import { apiPaths } from "../../lib/api-paths";
import { query } from "../../lib/paths";
import { useTranslation } from "../../ui/translation";
import {
  detectSampleType,
  SAMPLE_HEAD_BYTES,
  type ShownSample,
  sampleProblem,
} from "../rules/sample";
import {
  MAX_OPERATION_RETRY_MS,
  retryWithBackoff,
  sendRequest,
  UploadRejected,
} from "./retry-with-backoff";
import { sendBody } from "./send-body";
import type { PendingUploads } from "./use-pending-uploads";

export interface SampleOptions {
  /** The id of the product or draft, which is saved first where it is new. */
  ensureProduct: () => Promise<string>;
  initial: ShownSample | null;
  onChange?: ((sample: ShownSample | null) => void) | undefined;
  pending?: PendingUploads | undefined;
}

interface Sending {
  name: string;
  sizeBytes: number;
  sentBytes: number;
}

export type SampleState = ReturnType<typeof useSample>;

/** The sample of a product, which is sent and removed at once. */
export function useSample({ ensureProduct, initial, onChange, pending }: SampleOptions) {
  const { t } = useTranslation(["publish", "refusals"]);
  const [sample, setSample] = useState(initial);
  const [sending, setSending] = useState<Sending | null>(null);
  const [said, setSaid] = useState({ text: "", isError: false });
  const upload = useRef<AbortController | null>(null);

  function show(now: ShownSample | null, text: string) {
    setSample(now);
    setSaid({ text, isError: false });
    onChange?.(now);
  }

  const refuse = (error: unknown) => {
    pending?.fail();
    const words = error instanceof UploadRejected ? error.message : "";
    setSaid({ text: words || t("publish:sample.unreachable"), isError: true });
  };

  function choose(chosen: File) {
    upload.current?.abort();
    const controller = new AbortController();
    upload.current = controller;
    const work = send(chosen, controller.signal);
    pending?.add(work);
  }

  async function send(chosen: File, signal: AbortSignal) {
    setSaid({ text: "", isError: false });
    const type = detectSampleType(new Uint8Array(await bytesAtStart(chosen)));
    const file = type?.kind === "image" ? await reduced(chosen) : chosen;
    const problem = sampleProblem(chosen.name, file.size, type);
    if (problem) {
      pending?.fail();
      const { messageKey, params } = problem;
      return setSaid({ text: t(messageKey, { ns: "refusals", ...params }), isError: true });
    }
    const { name, size: sizeBytes } = file;
    const onProgress = (sentBytes: number) => {
      if (!signal.aborted) setSending({ name, sizeBytes, sentBytes });
    };
    onProgress(0);
    try {
      const productId = await ensureProduct();
      const url = apiPaths.sample(productId) + query({ name });
      const put = () => sendBody("PUT", url, file, { signal, onProgress });
      const { body } = await retryWithBackoff(put, { signal, maxMs: MAX_OPERATION_RETRY_MS });
      show(sampleIn(body), t("publish:sample.sent", { name }));
    } catch (error) {
      if (!signal.aborted) refuse(error);
    }
    if (!signal.aborted) setSending(null);
  }

  function cancel() {
    upload.current?.abort();
    setSending(null);
    setSaid({ text: t("publish:sample.cancelled"), isError: false });
  }

  function remove() {
    pending?.add(requestRemoval());
  }

  async function requestRemoval() {
    const { signal } = new AbortController();
    try {
      const url = apiPaths.sample(await ensureProduct());
      const send = () => sendRequest(url, { method: "DELETE", signal, keepalive: true });
      await retryWithBackoff(send, { signal, maxMs: MAX_OPERATION_RETRY_MS });
      show(null, t("publish:sample.removed"));
    } catch (error) {
      refuse(error);
    }
  }

  return { sample, sending, said, choose, cancel, remove };
}

const bytesAtStart = (file: File) => file.slice(0, SAMPLE_HEAD_BYTES).arrayBuffer();

/** An image as a page shows it; the file itself where it can't be reduced. */
async function reduced(file: File): Promise<File> {
  const loaded = await import("./choose-image").catch(() => null);
  const result = await loaded?.reduceImage(file);
  return result && "sizes" in result ? result.sizes.large : file;
}

function sampleIn(body: string): ShownSample {
  const { width, height, ...sample } = JSON.parse(body).sample;
  return { ...sample, size: width && height ? { width, height } : null };
}
