import type { ParseKeys, TOptions } from "i18next";
import { formatSol, localizeSol } from "../../lib/lamports";
import { shortAddress } from "../../solana/short-address";
import { pageTranslator } from "../../ui/translation";
import { demoBalance, requestTestSol } from "./network";

export interface DialogContent {
  title: string;
  /** The text to sign, shown unchanged. */
  text?: string;
  lines?: { label: string; value: string }[];
  warning?: string;
}

/** A text of the demo wallet in the page's language. */
export function demoText(
  key: ParseKeys<"wallet", TOptions, "demo">,
  params?: Record<string, string>,
) {
  return pageTranslator().forNamespaces("wallet").t(`demo.${key}`, params);
}

/** Shows a modal dialog and returns whether the user approved. Escape counts as rejection. */
export function confirmInDialog(address: string, content: DialogContent): Promise<boolean> {
  const dialog = element("dialog", DIALOG);
  dialog.setAttribute("aria-label", content.title);
  dialog.dataset.demoWallet = "";
  const approve = button(demoText("approve"), PRIMARY, () => dialog.close("yes"));
  const reject = button(demoText("reject"), SECONDARY, () => dialog.close("no"));
  const actions = element("div", "mt-5 flex gap-3");
  add(actions, approve, reject);
  add(dialog, heading(content), ...body(content), balanceLine(address), actions);
  document.body.appendChild(dialog);
  dialog.showModal();
  approve.focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}

const DIALOG =
  "m-auto w-[min(26rem,calc(100vw-2rem))] rounded-[20px] border border-line bg-card p-6 text-ink backdrop:bg-black/50";
const PRIMARY = "flex-1 rounded-full bg-accent px-4 py-2.5 font-semibold text-on-accent";
const SECONDARY = "flex-1 rounded-full border border-line-2 px-4 py-2.5 font-semibold";

function heading({ title }: DialogContent): HTMLElement {
  const head = element("div", "");
  add(
    head,
    element("p", "text-sm text-ink-3", demoText("marked")),
    element("h2", "mt-1 text-xl font-bold", title),
  );
  return head;
}

function body({ text, lines = [], warning }: DialogContent): HTMLElement[] {
  const list = element("dl", "mt-4 space-y-1");
  for (const { label, value } of lines) {
    const row = element("div", "flex flex-wrap justify-between gap-x-4");
    add(row, element("dt", "font-mono text-ink-2", label));
    add(row, element("dd", "whitespace-nowrap font-mono font-semibold tabular-nums", value));
    list.appendChild(row);
  }
  const parts: HTMLElement[] = lines.length > 0 ? [list] : [];
  if (text) parts.push(element("pre", TEXT, text));
  if (warning) parts.push(element("p", "mt-3 text-sm text-warn", warning));
  return parts;
}

const TEXT =
  "mt-4 max-h-48 overflow-auto rounded-md bg-sunk p-3 text-xs whitespace-pre-wrap wrap-anywhere font-mono";

function balanceLine(address: string): HTMLElement {
  const line = element(
    "p",
    "mt-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-ink-2",
  );
  const amount = element("span", "");
  const show = async () => {
    const lamports = await demoBalance(address);
    const balance =
      lamports === null ? "?" : localizeSol(formatSol(lamports), pageTranslator().language);
    amount.textContent = demoText("balance", { address: shortAddress(address), balance });
  };
  const fundButton = button(demoText("getSol"), "underline underline-offset-4", async () => {
    await requestTestSol(address);
    await show();
  });
  add(line, amount, fundButton);
  void show();
  return line;
}

function add(parent: Node, ...children: Node[]): void {
  for (const child of children) parent.appendChild(child);
}

function element<K extends keyof HTMLElementTagNameMap>(tag: K, classes: string, text = "") {
  const node = document.createElement(tag);
  node.className = classes;
  node.textContent = text;
  return node;
}

function button(text: string, classes: string, onClick: () => void): HTMLButtonElement {
  const node = element("button", classes, text);
  node.type = "button";
  node.addEventListener("click", onClick);
  return node;
}
