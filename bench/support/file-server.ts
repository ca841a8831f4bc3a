import { cpuMsOf } from "../../tests/support/process-usage";

/** What a step took: time, and processor time of the server's workerd (ms). */
export interface Cost {
  ms: number;
  cpuMs: number;
}

export interface UploadedFile {
  /** From the announcement until the last part is stored. */
  parts: Cost;
  /** Joining the parts, with what the server verifies. */
  complete: Cost;
  /** Address of the file for someone who may download it. */
  url: string;
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

export async function measureCost<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ value: T; cost: Cost }> {
  const [from, cpuFrom] = [performance.now(), cpuMsOf(pid)];
  const value = await work();
  return { value, cost: { ms: performance.now() - from, cpuMs: cpuMsOf(pid) - cpuFrom } };
}
