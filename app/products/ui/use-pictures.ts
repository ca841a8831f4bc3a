import { useEffect, useRef, useState } from "react";
import type { ImageSizes } from "../../images/ui/image-sizes";
import { useTranslation } from "../../ui/translation";
import { MAX_PICTURES, type ShownPicture } from "../rules/pictures";
import { fetchSizes, sendOrder, sendPicture } from "./picture-requests";
import { createQueue } from "./queue";
import { UploadRejected } from "./retry-with-backoff";
import type { PendingUploads } from "./use-pending-uploads";

/** A picture on its way to the server. */
export interface WaitingPicture {
  key: number;
  name: string;
  /** Address of its image, in this browser. */
  preview: string;
  phase: "waiting" | "sending" | "failed";
  /** Of 1. */
  sent: number;
  /** Why it failed, translated. */
  message: string;
}

interface Source {
  file: File;
  /** Reduced before; null for a chosen file. */
  sizes: Promise<ImageSizes> | null;
  /** Its place in the list; null for the end. */
  at: number | null;
}

export interface PicturesOptions {
  /** The id of the product or draft, which is saved first where it is new. */
  ensureProduct: () => Promise<string>;
  initial: readonly ShownPicture[];
  onChange?: ((pictures: readonly ShownPicture[]) => void) | undefined;
  pending?: PendingUploads | undefined;
}

export type Pictures = ReturnType<typeof usePictures>;

let lastKey = 0;

/**
 * The pictures of a product, which are sent, moved and removed at once. Requests go one after the other, so that each
 * one names the list that the one before has left.
 */
export function usePictures({ ensureProduct, initial, onChange, pending }: PicturesOptions) {
  const { t } = useTranslation(["publish", "refusals"]);
  const [pictures, setPictures] = useState(initial);
  const [waiting, setWaiting] = useState<readonly WaitingPicture[]>([]);
  const [removed, setRemoved] = useState<{ place: number; sizes: Promise<ImageSizes> } | null>(
    null,
  );
  const [said, setSaid] = useState({ text: "", isError: false });
  const say = (text: string, isError = false) => setSaid({ text, isError });
  /** As the seller wants it, and as the server has it. */
  const wanted = useRef(initial);
  const stored = useRef(initial);
  const sources = useRef(new Map<number, Source>());
  const [inTurn] = useState(createQueue);
  useRevokedPreviews(waiting);

  function enqueue(work: () => Promise<void>) {
    const ended = inTurn(work).catch(() => undefined);
    pending?.add(ended);
  }

  function show(list: readonly ShownPicture[]) {
    wanted.current = list;
    setPictures(list);
    onChange?.(list);
  }

  const change = (key: number, values: Partial<WaitingPicture>) =>
    setWaiting((all) => all.map((one) => (one.key === key ? { ...one, ...values } : one)));

  const drop = (key: number) => {
    sources.current.delete(key);
    setWaiting((all) => all.filter((one) => one.key !== key));
  };

  /** Chosen files, as far as there is room. */
  function add(files: readonly File[]) {
    const room = MAX_PICTURES - wanted.current.length - waiting.length;
    for (const file of files.slice(0, Math.max(0, room))) wait({ file, sizes: null, at: null });
    if (files.length > room) say(t("refusals:pictures_full", { max: MAX_PICTURES }), true);
    else if (files.length > 0) say("");
  }

  function wait(source: Source) {
    lastKey += 1;
    const key = lastKey;
    const { file } = source;
    sources.current.set(key, source);
    const preview = URL.createObjectURL(file);
    const item = { key, name: file.name, preview, phase: "waiting", sent: 0, message: "" } as const;
    setWaiting((all) => [...all, item]);
    enqueue(() => send(key));
  }

  async function send(key: number) {
    const source = sources.current.get(key);
    if (!source) return;
    change(key, { phase: "sending", sent: 0, message: "" });
    const onProgress = (sent: number) => change(key, { sent });
    try {
      const sizes = await (source.sizes ?? reduced(source.file));
      const productId = await ensureProduct().catch(() => {
        throw new Refused(t("publish:pictures.notSaved"));
      });
      accept(await sendPicture(productId, sizes, onProgress), source.at);
      drop(key);
    } catch (error) {
      pending?.fail();
      change(key, { phase: "failed", message: messageOf(error) });
    }
  }

  /** A file that the server would refuse is not sent. The code that reduces it is loaded with the first one. */
  async function reduced(file: File): Promise<ImageSizes> {
    const loaded = await import("./choose-image").catch(() => null);
    if (!loaded) return { large: file, small: null };
    const result = await loaded.reduceImage(file);
    if ("sizes" in result) return result.sizes;
    const { messageKey, params } = result.problem;
    throw new Refused(t(messageKey, { ns: "refusals", ...params }));
  }

  /** The list that the server has now, in the order that the seller wants, with the last one at its place. */
  function accept(list: readonly ShownPicture[], at: number | null) {
    stored.current = list;
    const before = wanted.current.filter(({ id }) => list.some((one) => one.id === id));
    const added = list.filter(({ id }) => !before.some((one) => one.id === id));
    const place = at ?? before.length;
    show([...before.slice(0, place), ...added, ...before.slice(place)]);
    say(t("publish:pictures.added", { place: place + 1, total: wanted.current.length }));
    if (place < before.length) enqueue(arrange);
  }

  async function arrange() {
    const [from, to] = [stored.current, wanted.current];
    if (idsOf(from).join() === idsOf(to).join()) return;
    try {
      await sendOrder(await ensureProduct(), idsOf(to), idsOf(from));
      stored.current = to;
    } catch (error) {
      pending?.fail();
      show(stored.current);
      setRemoved(null);
      say(messageOf(error), true);
    }
  }

  /** Shown at once; sent by `settle`. */
  function move(id: string, to: number) {
    const at = wanted.current.findIndex((one) => one.id === id);
    const picture = wanted.current[at];
    const total = wanted.current.length;
    if (!picture || at === to || to < 0 || to >= total) return;
    const others = wanted.current.filter((one) => one !== picture);
    show([...others.slice(0, to), picture, ...others.slice(to)]);
    setRemoved(null);
    say(t("publish:pictures.moved", { place: to + 1, total }));
  }

  /** Its bytes are fetched before, so that it can be put back. */
  function remove(id: string) {
    const place = wanted.current.findIndex((one) => one.id === id);
    const picture = wanted.current[place];
    if (!picture) return;
    const sizes = fetchSizes(picture);
    show(wanted.current.filter((one) => one !== picture));
    setRemoved({ place, sizes });
    say(t("publish:pictures.removed"));
    enqueue(async () => {
      await sizes.catch(() => setRemoved(null));
      await arrange();
    });
  }

  function undo() {
    if (!removed) return;
    const { place, sizes } = removed;
    setRemoved(null);
    enqueue(async () => {
      const { large } = await sizes;
      wait({ file: large, sizes, at: place });
    });
  }

  const messageOf = (error: unknown) => {
    if (error instanceof Refused) return error.text;
    const said = error instanceof UploadRejected ? error.message : "";
    return said || t("publish:pictures.unreachable");
  };

  const settle = () => enqueue(arrange);
  const again = (key: number) => enqueue(() => send(key));
  return { pictures, waiting, removed, said, add, again, drop, move, settle, remove, undo };
}

const idsOf = (pictures: readonly ShownPicture[]) => pictures.map(({ id }) => id);

/** A refusal of this browser, translated. */
class Refused extends Error {
  constructor(readonly text: string) {
    super("refused");
  }
}

/** Frees the previews of pictures that no longer wait. */
function useRevokedPreviews(waiting: readonly WaitingPicture[]): void {
  const shown = useRef<readonly WaitingPicture[]>([]);
  useEffect(() => {
    for (const { key, preview } of shown.current)
      if (!waiting.some((one) => one.key === key)) URL.revokeObjectURL(preview);
    shown.current = waiting;
  }, [waiting]);
  useEffect(
    () => () => {
      for (const { preview } of shown.current) URL.revokeObjectURL(preview);
    },
    [],
  );
}
