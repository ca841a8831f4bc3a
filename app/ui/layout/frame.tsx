import { useLocation, useNavigation } from "@remix-run/react";
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { paths } from "../../lib/paths";
import { createPart } from "../part";
import { forgetSeen } from "../seen-storage";
import * as onServer from "./frame-parts";

/** In the browser, loaded where the frame changes without a new document. */
const framePart = createPart(() => import("./frame-parts"), import.meta.env.SSR ? onServer : null);

interface FrameProps extends Omit<onServer.FrameContent, "pathname" | "search"> {
  children: ReactNode;
}

/** The bar above a page and the footer below it. */
export function Frame({ children, ...shown }: FrameProps) {
  const { pathname, search } = useLocation();
  const [top, bottom] = useFrameHtml({ ...shown, pathname, search });
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the events of the menus inside */}
      <div
        className="contents"
        suppressHydrationWarning
        onBlur={closeOnLeave}
        onKeyDown={closeOnEscape}
        onSubmit={forgetOnSignOut}
        {...top}
      />
      {children}
      <footer className="mt-20 border-line border-t" suppressHydrationWarning {...bottom} />
    </>
  );
}

/** What an element contains, as its props. */
type Content = { children: ReactElement } | { dangerouslySetInnerHTML: { __html: string } };

/**
 * Contents of the elements around the page. In the browser, the HTML of the server stays until `content`
 * has changed and the code that renders it is loaded.
 */
function useFrameHtml(content: onServer.FrameContent): Content[] {
  const module = framePart.current();
  const [isAsSent, setAsSent] = useState(module === null);
  const key = JSON.stringify(content);
  const isStale = isAsSent && key !== sentFrame(key).key;
  const { location: next } = useNavigation();
  const isLeaving = next && next.pathname + next.search !== content.pathname + content.search;
  useEffect(() => {
    if (isLeaving) void framePart.load();
  }, [isLeaving]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next change asks again for what failed.
  useEffect(() => {
    if (!isStale) return;
    void framePart.load().then((loaded) => {
      if (loaded) keepFocus(() => setAsSent(false));
    });
  }, [isStale, key]);
  if (isAsSent || !module) {
    return sentFrame(key).html.map((html) => ({ dangerouslySetInnerHTML: { __html: html } }));
  }
  const { FrameTop, FrameBottom } = module;
  return [{ children: <FrameTop {...content} /> }, { children: <FrameBottom {...content} /> }];
}

/** What the document came with. */
let sent: { key: string; html: string[] } | null = null;

/** Kept, since an error that no route handles makes all elements anew. */
function sentFrame(key: string) {
  const htmlOf = (selector: string) => document.querySelector(selector)?.innerHTML ?? "";
  sent ??= { key, html: [htmlOf("body > .contents"), htmlOf("body > footer")] };
  return sent;
}

/** Makes the elements of the frame anew, and focuses what was focused before. */
function keepFocus(makeAnew: () => void): void {
  const controls = () => [...document.querySelectorAll<HTMLElement>(CONTROLS)];
  const focused = document.activeElement as HTMLElement;
  const at = controls().indexOf(focused);
  flushSync(makeAnew);
  const control = controls()[at];
  if (control && control.textContent === focused.textContent)
    control.focus({ preventScroll: true });
}

const CONTROLS = "body > :is(.contents, footer) :is(a, button, summary)";

/**
 * Leaving a menu by keyboard closes it, since it covers what is focused next: a popover inside of the
 * element that is marked as a menu, or that element where it is a `details`.
 */
function closeOnLeave({ target, relatedTarget }: FocusEvent<HTMLElement>) {
  const menu = target.closest("[data-menu]");
  if (!menu || !(relatedTarget instanceof Node) || menu.contains(relatedTarget)) return;
  menu.querySelector<HTMLElement>(":popover-open")?.hidePopover();
  menu.removeAttribute("open");
}

/** A popover is closed by the browser. */
function closeOnEscape({ key, target }: KeyboardEvent<HTMLElement>) {
  const menu = key === "Escape" && (target as Element).closest("details");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

function forgetOnSignOut({ target }: FormEvent<HTMLElement>) {
  if ((target as Element).getAttribute("action") === paths.logout) forgetSeen();
}
