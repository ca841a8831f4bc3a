/** What one upload took (ms). */
export interface UploadTimes {
  /** From the announcement until the last part is stored. */
  partsMs: number;
  /** Joining the parts, with what the server verifies. */
  completeMs: number;
}

export interface UploadedFile extends UploadTimes {
  /** Address of the file for someone who may download it. */
  url: string;
  headers: Record<string, string>;
  /** Removes the file from the disk. */
  remove(): Promise<void>;
}

/** A server that takes the generated file of `tests/support/generated-file.ts` and gives it back. */
export interface FileServer {
  /** Its workerd process. */
  pid: number;
  /** Uploads the first `sizeBytes` bytes as the page of a new product does: part after part. */
  upload(sizeBytes: number): Promise<UploadedFile>;
  stop(): Promise<void>;
}

export async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const from = performance.now();
  const value = await work();
  return { value, ms: performance.now() - from };
}
