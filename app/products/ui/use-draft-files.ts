import { useEffect, useRef, useState } from "react";
import type { PreparedUpload } from "../rules/release";
import { createQueue } from "./queue";
import {
  type AnnouncedFile,
  announceRelease,
  descriptionOf,
  requestDiscard,
} from "./release-requests";
import { type EditedFile, useReleaseFiles } from "./use-release-files";
import { useUpload } from "./use-upload";

interface Options {
  /** Of a draft that is opened again. */
  uploads: readonly PreparedUpload[];
  maxFileBytes: number;
  /** The id of the draft, which begins with the first call. */
  ensureProduct(): Promise<string>;
}

/** A name is typed: each letter would begin the release anew. */
const RENAMED_AFTER_MS = 1_000;

const isInterrupted = (uploads: readonly PreparedUpload[]) =>
  uploads.some(({ isVerified }) => !isVerified);

/** The files of a draft: each change of the list begins its release anew, and what is new of it goes up. */
export function useDraftFiles({ uploads, maxFileBytes, ensureProduct }: Options) {
  const [interrupted, setInterrupted] = useState(isInterrupted(uploads) ? uploads : null);
  const there = interrupted ? [] : uploads;
  const release = useReleaseFiles(there.map(editedFileOf), maxFileBytes);
  const { files } = release;
  const keys = useRef(new Map(there.map(({ key }) => [key, key])));
  const announced = useRef(textOf(there.map(editedFileOf)));
  const [inTurn] = useState(createQueue);
  const [arrived, setArrived] = useState(announced.current);
  const uploader = useUpload({
    publishes: false,
    onComplete(_, isWhole) {
      uploader.reset();
      if (interrupted && isWhole) restore(interrupted);
      else setArrived(announced.current);
    },
  });

  function restore(whole: readonly PreparedUpload[]) {
    const list = whole.map(editedFileOf);
    keys.current = new Map(whole.map(({ key }) => [key, key]));
    announced.current = textOf(list);
    setArrived(announced.current);
    setInterrupted(null);
    release.reset(list);
  }

  function announce() {
    announced.current = textOf(files);
    if (files.length === 0) return void drop();
    void uploader.start(
      ({ signal, onWaiting }) =>
        inTurn(async () => {
          // A newer list follows.
          signal.throwIfAborted();
          const productId = await ensureProduct();
          const described = files.map((file) => describedOf(file, keys.current));
          const send = announceRelease(productId, { note: "", files: described });
          // It is answered before the next one is sent: the server keeps the last that arrives.
          const answer = await send({ signal: new AbortController().signal, onWaiting });
          keys.current = new Map(answer.uploads.map(({ key }, at) => [files[at]?.id ?? "", key]));
          return answer;
        }),
      files.map(({ file }) => file),
    );
  }
  /** Also what an announcement under way is about to begin. */
  async function drop() {
    await uploader.cancel();
    await inTurn(async () => {
      const [key] = keys.current.values();
      keys.current.clear();
      if (key) await requestDiscard(key);
    });
  }
  const latest = useRef(announce);
  latest.current = announce;

  useEffect(() => {
    if (textOf(files) === announced.current) return;
    const isRenamed = idsOf(files) === idsOf(JSON.parse(announced.current));
    const timer = setTimeout(() => latest.current(), isRenamed ? RENAMED_AFTER_MS : 0);
    return () => clearTimeout(timer);
  }, [files]);

  /** Gives up what was begun: the list is empty. */
  async function discard() {
    const key = interrupted?.find(({ isVerified }) => !isVerified)?.key;
    setInterrupted(null);
    announced.current = textOf([]);
    release.reset([]);
    await drop();
    if (key) await requestDiscard(key);
  }

  const isRunning = uploader.view.phase !== "idle";
  return {
    release,
    uploader,
    interrupted,
    /** What the draft has, or will have once what was interrupted has arrived. */
    list: interrupted && isRunning ? interrupted : files,
    /** All files have arrived and were verified. */
    isWhole: files.length > 0 && arrived === textOf(files) && !isRunning,
    retry: () => latest.current(),
    resume: (chosen: readonly File[]) => void uploader.resume(interrupted ?? [], chosen),
    discard,
  };
}

export type DraftFiles = ReturnType<typeof useDraftFiles>;

function editedFileOf({ key, name, sizeBytes }: PreparedUpload): EditedFile {
  return { id: key, name, sizeBytes, file: null };
}

/** Ids and names, in order: what a release is made of. */
function textOf(files: readonly EditedFile[]): string {
  return JSON.stringify(files.map(({ id, name }) => ({ id, name })));
}

function idsOf(files: readonly Pick<EditedFile, "id">[]): string {
  return files.map(({ id }) => id).join();
}

function describedOf(
  { id, name, file }: EditedFile,
  keys: ReadonlyMap<string, string>,
): AnnouncedFile {
  const key = keys.get(id);
  if (key || !file) return { key: key ?? id, name };
  return { ...descriptionOf(file), name };
}
