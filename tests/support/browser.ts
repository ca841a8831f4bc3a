import { type Browser, chromium } from "playwright-core";
import { findChromium } from "./chromium";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A headless Chromium. Each test opens a context of its own in it; the caller closes it. */
export function launchBrowser(): Promise<Browser> {
  const found = findChromium();
  if (!found) return chromium.launch({ channel: "chrome", args: FLAGS });
  return chromium.launch({
    executablePath: found.executable,
    args: FLAGS,
    env: { ...(process.env as Record<string, string>), ...found.env },
  });
}
