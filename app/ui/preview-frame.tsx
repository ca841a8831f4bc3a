// @chunk none
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "./translation";
import { useHydrated } from "./use-hydrated";

/** Windows that a page is shown in, in CSS pixels. */
const WINDOWS = {
  phone: { width: 390, height: 844 },
  wide: { width: 1_280, height: 800 },
} as const;
const WINDOW_NAMES = ["phone", "wide"] as const satisfies (keyof typeof WINDOWS)[];
type WindowName = (typeof WINDOW_NAMES)[number];

/** That of `main` in the root of the app. */
const PAGE_MAIN = "mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-12";

/** Where the tab keeps the chosen window. */
const CHOICE = "preview-window";

interface Props {
  /** What the frame shows, for those who can't see it. */
  label: string;
  /** Beside the choice of the window. */
  title: ReactNode;
  /** The content of the page. It is shown alone: nothing of it can be followed, focused or submitted. */
  children: ReactNode;
}

/**
 * A page as it looks on a phone or in a wide window: in a frame of that width, so that media queries
 * are true ones, drawn smaller where there is less room. It needs script, and renders nothing before.
 */
export function PreviewFrame(props: Props) {
  return useHydrated() ? <HydratedFrame {...props} /> : null;
}

function HydratedFrame({ label, title, children }: Props) {
  const [chosen, choose] = useState(readChoice);
  const { width } = WINDOWS[chosen];
  const ruler = useRef<HTMLDivElement>(null);
  const room = useRoom(ruler);
  const frame = useRef<HTMLIFrameElement>(null);
  const { body, isStyled, take } = useFrameBody(frame);
  const [page, setPage] = useState<HTMLElement | null>(null);
  const height = useHeight(page);
  const scale = Math.min(1, room / width);
  const isReady = isStyled && room > 0;
  useWindowHeight(body, chosen);
  return (
    <div className="grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {title}
        <WindowChoice
          chosen={chosen}
          onChoose={(name) => {
            keepChoice(name);
            choose(name);
          }}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the box scrolls, also by keyboard. */}
      <section aria-label={label} tabIndex={0} aria-busy={!isReady} className={BOX}>
        <h3 className="sr-only">{label}</h3>
        <div ref={ruler} />
        <div
          style={isReady ? { width: width * scale, height: height * scale } : undefined}
          className={`mx-auto overflow-hidden ${isReady ? "" : "h-96"}`}
        >
          <iframe
            ref={frame}
            title={label}
            tabIndex={-1}
            onLoad={take}
            style={{ width, height, transform: `scale(${scale})` }}
            className={`pointer-events-none block max-w-none origin-top-left ${isReady ? "" : "invisible"}`}
          />
        </div>
      </section>
      {body &&
        createPortal(
          <main ref={setPage} data-preview className={PAGE_MAIN}>
            {children}
          </main>,
          body,
        )}
    </div>
  );
}

/** The gutter stays free, so that the scroll bar does not change the room that decides over it. */
const BOX =
  "relative max-h-[85dvh] min-w-0 overflow-y-auto overflow-x-hidden rounded-lg border border-line bg-sunk shadow-ticket [scrollbar-gutter:stable_both-edges]";

interface ChoiceProps {
  chosen: WindowName;
  onChoose(name: WindowName): void;
}

/** Buttons, which a form around them does not submit. */
function WindowChoice({ chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation("preview-frame");
  return (
    <fieldset className="inline-flex overflow-hidden rounded-full border border-line-2 text-sm">
      <legend className="sr-only">{t("label")}</legend>
      {WINDOW_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={chosen === name}
          onClick={() => onChoose(name)}
          className={`min-h-9 px-4 font-semibold ${chosen === name ? "bg-ink text-paper" : "text-ink-2 hover:text-ink"}`}
        >
          {t(name)}
        </button>
      ))}
    </fieldset>
  );
}

function readChoice(): WindowName {
  try {
    const kept = sessionStorage.getItem(CHOICE);
    return WINDOW_NAMES.find((name) => name === kept) ?? "phone";
  } catch {
    return "phone";
  }
}

function keepChoice(name: WindowName): void {
  try {
    sessionStorage.setItem(CHOICE, name);
  } catch {
    // Storage is blocked: the choice is kept by the page alone.
  }
}

/** Width (px) of an element that has no height of its own; 0 before it is known. */
function useRoom(ruler: RefObject<HTMLElement>): number {
  const [room, setRoom] = useState(0);
  useEffect(() => {
    if (!ruler.current) return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    observer.observe(ruler.current);
    return () => observer.disconnect();
  }, [ruler]);
  return room;
}

/** Height (px) of the page in the frame; the frame is as tall, and the box around it scrolls. */
function useHeight(page: HTMLElement | null): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const view = page?.ownerDocument.defaultView;
    if (!page || !view) return;
    const observer = new view.ResizeObserver(() => setHeight(page.offsetHeight));
    observer.observe(page);
    return () => observer.disconnect();
  }, [page]);
  return height;
}

/** What the style sheet takes for a hundredth of the window's height, which the frame's own is not. */
function useWindowHeight(body: HTMLElement | null, chosen: WindowName): void {
  useEffect(() => {
    body?.style.setProperty("--window-svh", `${WINDOWS[chosen].height / 100}px`);
  }, [body, chosen]);
}

/** The body of the frame's document, once it looks like one of the page's. */
function useFrameBody(frame: RefObject<HTMLIFrameElement>) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [isStyled, setStyled] = useState(false);
  // Some browsers replace the first document of a frame when they load it.
  const take = () => setBody(frame.current?.contentDocument?.body ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; `onLoad` tells of another document.
  useEffect(take, []);
  useEffect(() => {
    if (!body) return;
    // React 18 does not know the attribute.
    body.inert = true;
    // The frame is as tall as the page to the pixel.
    body.ownerDocument.documentElement.style.overflow = "hidden";
    return dressAsPage(body.ownerDocument, setStyled);
  }, [body]);
  return { body, isStyled, take };
}

/**
 * Gives a document the language, theme and style sheets of the page, and keeps them in step. Tells
 * whether all style sheets are loaded. Returns what ends it.
 */
function dressAsPage(frame: Document, onStyled: (isStyled: boolean) => void): () => void {
  const copyRoot = () => copyAttributes(document.documentElement, frame.documentElement);
  const copyStyles = () => copyStyleSheets(frame, onStyled);
  const root = new MutationObserver(copyRoot);
  const head = new MutationObserver(copyStyles);
  root.observe(document.documentElement, { attributes: true });
  head.observe(document.head, {
    childList: true,
    subtree: true,
    attributeFilter: ["href", "media", "rel", "disabled"],
  });
  copyRoot();
  copyStyles();
  return () => {
    root.disconnect();
    head.disconnect();
  };
}

/** But the style, which is the frame's own. */
function copyAttributes(from: Element, to: Element): void {
  const names = new Set([...from.getAttributeNames(), ...to.getAttributeNames()]);
  names.delete("style");
  for (const name of names) {
    const value = from.getAttribute(name);
    if (value === null) to.removeAttribute(name);
    else to.setAttribute(name, value);
  }
}

const STYLE_SHEETS = "link[rel=stylesheet]";

/** Those that are new are loaded before the others go. */
function copyStyleSheets(frame: Document, onStyled: (isStyled: boolean) => void): void {
  const wanted = [...document.querySelectorAll<HTMLLinkElement>(STYLE_SHEETS)];
  const found = [...frame.querySelectorAll<HTMLLinkElement>(STYLE_SHEETS)];
  const isSame = (one: HTMLLinkElement) => (other: HTMLLinkElement) =>
    one.href === other.href && one.media === other.media;
  const old = found.filter((link) => !wanted.some(isSame(link)));
  const added = wanted.filter((link) => !found.some(isSame(link)));
  let loading = added.length;
  const dropOld = () => {
    for (const link of old) link.remove();
    onStyled(true);
  };
  if (loading === 0) dropOld();
  for (const { href, media } of added) {
    const link = frame.createElement("link");
    Object.assign(link, { rel: "stylesheet", href, media });
    link.addEventListener("load", () => {
      loading -= 1;
      if (loading === 0) dropOld();
    });
    frame.head.appendChild(link);
  }
}
