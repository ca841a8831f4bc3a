import { type RefObject, useEffect, useRef, useState } from "react";
import { isFormChanged } from "../../ui/use-kept-input";
import type { DraftVersion, StoredImages } from "./draft-requests";
import { createDraftSaver, type DraftSaver, type SaveState } from "./draft-saver";

interface Options {
  stored: (DraftVersion & { images: StoredImages }) | null;
  onBegun(productId: string): void;
}

/** Uploads of the form have controls of their own. */
const UPLOADED_APART: readonly string[] = ["file", "image", "sample"];

/** Keeps the form of a draft saved: after each pause of typing, and when the page is hidden. */
export function useDraft(form: RefObject<HTMLFormElement>, options: Options) {
  const [state, setState] = useState<SaveState>(
    options.stored ? { kind: "saved", at: null } : { kind: "untouched" },
  );
  const latest = useRef(options);
  latest.current = options;
  const created = useRef<DraftSaver | null>(null);
  /** Also once the page is left: what it has is saved then. */
  const known = useRef<HTMLFormElement | null>(null);
  const saver = () => {
    created.current ??= createDraftSaver({
      form: () => known.current,
      stored: latest.current.stored,
      onState: setState,
      onBegun: (productId) => latest.current.onBegun(productId),
    });
    return created.current;
  };
  const current = useRef(saver);
  current.current = saver;

  useEffect(() => {
    const element = form.current;
    known.current = element;
    const change = ({ target }: Event) => {
      const name = (target as Partial<HTMLInputElement> | null)?.name;
      if (!name || UPLOADED_APART.includes(name)) return;
      // What is typed back to what it was begins no draft.
      if (current.current().isBegun() || isFormChanged(element)) current.current().change();
    };
    const hide = () => {
      if (document.visibilityState === "hidden") void created.current?.flush();
    };
    element?.addEventListener("input", change);
    document.addEventListener("visibilitychange", hide);
    return () => {
      element?.removeEventListener("input", change);
      document.removeEventListener("visibilitychange", hide);
      void created.current?.flush();
      created.current?.stop();
    };
  }, [form]);

  return {
    state,
    /** For what changes without an event of the form. */
    change: () => saver().change(),
    save: () => saver().save(),
    ensureProduct: () => saver().ensureProduct(),
    publish: () => saver().publish(),
  };
}

export type EditedDraft = ReturnType<typeof useDraft>;
