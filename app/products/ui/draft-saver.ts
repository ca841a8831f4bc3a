import { REMOVE_FIELDS } from "../rules/file-names";
import {
  type DraftVersion,
  requestDraft,
  requestPublication,
  requestSave,
  type StoredImages,
} from "./draft-requests";
import { createQueue } from "./queue";
import { UploadRejected } from "./retry-with-backoff";
import { withShareImage } from "./with-share-image";

/** What of a draft the server has. */
export type SaveState =
  /** Nothing was changed yet. */
  | { kind: "untouched" }
  | { kind: "unsaved" }
  | { kind: "saving" }
  /** The connection is lost, or the server busy. */
  | { kind: "waiting" }
  /** `at`: epoch ms; null where it was saved before the page was opened. */
  | { kind: "saved"; at: number | null }
  /** `message` is for the page; empty where the connection failed. `isStale`: another window has saved it since. */
  | { kind: "failed"; message: string; isStale: boolean };

/** Pause of typing after which a draft is saved. */
const SAVE_AFTER_MS = 5_000;

interface Options {
  form(): HTMLFormElement | null;
  /** Of a draft that is opened again. */
  stored: (DraftVersion & { images: StoredImages }) | null;
  onState(state: SaveState): void;
  onBegun(productId: string): void;
}

export type DraftSaver = ReturnType<typeof createDraftSaver>;

/** Saves the form of a draft: one request at a time, and each with what the form has by then. */
export function createDraftSaver({ form, stored, onState, onBegun }: Options) {
  const requestId = crypto.randomUUID();
  const images = createSentImages(stored?.images.cover ?? "");
  const inTurn = createQueue();
  let draft: DraftVersion | null = stored;
  let isChanged = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onWaiting = (waiting: boolean) => onState({ kind: waiting ? "waiting" : "saving" });

  async function begin(): Promise<DraftVersion> {
    if (draft) return draft;
    const fields = images.formToSend(form());
    for (const slot of ["cover", "coverSmall"]) fields.delete(slot);
    fields.set("requestId", requestId);
    draft = await requestDraft(fields, onWaiting);
    onBegun(draft.productId);
    return draft;
  }

  async function write(): Promise<void> {
    isChanged = false;
    onState({ kind: "saving" });
    try {
      const begun = await begin();
      const sent = images.cover(form());
      const saved = await requestSave(begun, images.formToSend(form()), onWaiting);
      draft = saved;
      images.keep(sent, saved.images.cover);
      onState(isChanged ? { kind: "unsaved" } : { kind: "saved", at: Date.now() });
    } catch (error) {
      isChanged = true;
      onState(failureOf(error, draft !== null));
    }
  }

  const save = () => {
    clearTimeout(timer);
    return isChanged ? inTurn(write) : Promise.resolve();
  };

  return {
    isBegun: () => draft !== null,
    /** The form has changed: it is saved once nothing was typed for a while. */
    change() {
      isChanged = true;
      onState({ kind: "unsaved" });
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_AFTER_MS);
    },
    save,
    /** Saves what has changed of a draft that was begun, as when the page is left. */
    flush: () => (draft ? save() : undefined),
    stop: () => clearTimeout(timer),
    /** The id of the draft, which begins with the first call. Throws `UploadRejected`. */
    ensureProduct: async () => (await inTurn(begin)).productId,
    /** Puts the draft on sale as the form has it; returns its id. Throws `UploadRejected`. */
    publish: () =>
      inTurn(async () => {
        clearTimeout(timer);
        // Also takes the version of a save whose answer was lost with a page that was reloaded.
        if (draft && isChanged) await write();
        const begun = await begin();
        const { productId } = begun;
        const source = { productId, cover: images.url() };
        const data = await withShareImage(images.formToSend(form()), source);
        await requestPublication(begun, data, () => undefined);
        isChanged = false;
        return productId;
      }),
  };
}

function failureOf(error: unknown, isBegun: boolean): SaveState {
  if (!(error instanceof UploadRejected)) throw error;
  const isStale = isBegun && error.code === "conflict";
  return { kind: "failed", message: error.message, isStale };
}

/** Keeps which cover the server has, so that none is sent twice. `url` is that of the stored one. */
function createSentImages(storedUrl: string) {
  let url = storedUrl;
  let sent: File | null = null;
  const cover = (form: HTMLFormElement | null) => {
    const control = form?.elements.namedItem("cover");
    return control instanceof HTMLInputElement ? (control.files?.[0] ?? null) : null;
  };
  return {
    cover,
    url: () => url,
    keep(file: File | null, stored: string) {
      sent = file;
      url = stored;
    },
    /** The form without what is uploaded apart or was sent before. */
    formToSend(form: HTMLFormElement | null): FormData {
      const data = new FormData(form ?? undefined);
      for (const name of ["file", "image", "imageSmall"]) data.delete(name);
      const chosen = cover(form);
      if (chosen === null && sent !== null) data.set(REMOVE_FIELDS.cover, "1");
      if (chosen === null || chosen === sent)
        for (const name of ["cover", "coverSmall"]) data.delete(name);
      return data;
    },
  };
}
