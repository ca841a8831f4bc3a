import { Form, useLocation, useNavigationType, useSubmit } from "@remix-run/react";
import { type FormEvent, memo, useRef, useState } from "react";
import { formatSol } from "../../lib/lamports";
import { parseSol, typedSol } from "../../lib/parse-sol";
import { paths } from "../../lib/paths";
import { PRODUCT_TYPES, type ProductType } from "../../products/rules/categories";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { type ShopState, SORTS, type Sort, shopPath } from "../rules/shop";
import { PriceControl, SelectControl, TextControl } from "./filter-controls";
import { shopToast } from "./shop-toast";

/** Typed text is sent after a pause of so long. */
const TYPING_PAUSE_MS = 300;

interface Props {
  /** What the list shows. */
  state: ShopState;
  /** What it will show after the current load. */
  next: ShopState;
}

/** Search, type, price and sort: with script sent as they change, without it by a button. */
export const FilterForm = memo(function FilterForm({ state, next }: Props) {
  const { t, i18n } = useTranslation(["shop", "toasts"]);
  const submit = useSubmit();
  const timer = useRef<number | null>(null);
  const key = useControlsKey(() => timer.current !== null);

  function send(form: HTMLFormElement, replace = false) {
    stopTimer();
    const current = shopPath({ ...next, page: 1, after: null, before: null }, {});
    const path = shopPath(next, readControls(form, next));
    if (path === current) return;
    submit(new URL(path, window.location.origin).searchParams, {
      action: paths.shop,
      replace,
      preventScrollReset: true,
      state: BY_CONTROLS,
    });
  }

  function stopTimer() {
    if (timer.current !== null) window.clearTimeout(timer.current);
    timer.current = null;
  }

  function change({ currentTarget: form, target }: FormEvent<HTMLFormElement>) {
    const { name } = target as unknown as HTMLInputElement;
    if (name === "type" || name === "sort") return send(form);
    stopTimer();
    // One history entry for a text, not one a letter.
    const replace = Boolean(next[name as "q" | "min" | "max"]);
    timer.current = window.setTimeout(() => send(form, replace), TYPING_PAUSE_MS);
  }

  /** Shows the bound that counts in place of one that can't be read, once the field is left. */
  function mendBound(field: EventTarget) {
    if (!(field instanceof HTMLInputElement) || !isBound(field.name)) return;
    if (readBound(field.value) !== undefined) return;
    field.value = typedSol(next[field.name] ?? "", i18n.language);
    shopToast(t("toasts:priceDropped"));
  }

  return (
    <Form
      action={paths.shop}
      role="search"
      aria-label={t("title")}
      // React's onChange leaves out input from before hydration.
      onInput={change}
      onBlur={({ target }) => mendBound(target)}
      onSubmit={(event) => {
        event.preventDefault();
        for (const field of event.currentTarget.elements) mendBound(field);
        send(event.currentTarget);
      }}
    >
      <HiddenState state={next} />
      <div
        key={key}
        className="grid grid-cols-2 gap-2 max-xs:grid-cols-1 sm:grid-cols-4 sm:gap-3 nav:grid-cols-[minmax(0,1fr)_11rem_9.5rem_9.5rem_12rem]"
      >
        <TextControl
          type="search"
          name="q"
          label={t("search.label")}
          placeholder={t("search.placeholder")}
          defaultValue={state.q}
          className="col-span-full nav:col-span-1"
        />
        <TypeControl type={state.type} />
        <PriceControl bound="min" value={state.min} />
        <PriceControl bound="max" value={state.max} />
        <SortControl sort={state.sort} />
      </div>
      <p className="mt-2 text-right text-sm">
        <a href={paths.ranking} className="link text-ink-2">
          {t("sort.how")}
        </a>
      </p>
      <noscript>
        <Button type="submit" variant="secondary" className="mt-3">
          {t("apply")}
        </Button>
      </noscript>
    </Form>
  );
});

function TypeControl({ type }: Pick<ShopState, "type">) {
  const { t } = useTranslation("shop");
  return (
    <SelectControl name="type" label={t("type.label")} defaultValue={type ?? ""}>
      <option value="">{t("type.all")}</option>
      {PRODUCT_TYPES.map((one) => (
        <option key={one} value={one}>
          {t(`type.${one}`)}
        </option>
      ))}
    </SelectControl>
  );
}

function SortControl({ sort }: Pick<ShopState, "sort">) {
  const { t } = useTranslation("shop");
  return (
    <SelectControl
      name="sort"
      label={t("sort.label")}
      defaultValue={sort}
      className="xs:max-sm:col-start-2 max-sm:row-start-2 max-xs:row-start-3"
    >
      {SORTS.map((one) => (
        <option key={one} value={one}>
          {t(`sort.${one}`)}
        </option>
      ))}
    </SelectControl>
  );
}

/** The part of the state that other controls change, for the form without script. */
function HiddenState({ state }: { state: ShopState }) {
  const { category, subcategory, view, favs } = state;
  const values = {
    category,
    subcategory,
    view: view === "grid" ? null : view,
    favs: favs ? 1 : null,
  };
  return Object.entries(values).map(
    ([name, value]) =>
      value !== null && <input key={name} type="hidden" name={name} value={value} />,
  );
}

/** A bound that can't be read stays as it was: it may be unfinished. */
function readControls(form: HTMLFormElement, { min, max }: ShopState): Partial<ShopState> {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "").trim();
  const bound = (name: string, before: string | null) => {
    const read = readBound(text(name));
    return read === undefined ? before : read;
  };
  return {
    q: text("q"),
    type: (text("type") || null) as ProductType | null,
    min: bound("min", min),
    max: bound("max", max),
    sort: text("sort") as Sort,
  };
}

/** SOL as decimal text; null for no bound, undefined where the text is no amount. */
function readBound(typed: string): string | null | undefined {
  if (typed.trim() === "") return null;
  const amount = parseSol(typed);
  if (!amount.ok) return undefined;
  return amount.lamports > 0n ? formatSol(amount.lamports) : null;
}

function isBound(name: string): name is "min" | "max" {
  return name === "min" || name === "max";
}

/** State of the history entries that these controls make. */
const BY_CONTROLS = { byControls: true };

/**
 * A React key that changes with each navigation by anything else than these controls, such as Back
 * or a link: they are then rendered again, with the values of that address.
 */
function useControlsKey(isTyping: () => boolean): number {
  const { key, state } = useLocation();
  const isBack = useNavigationType() === "POP";
  const [last, setLast] = useState({ location: key, controls: 0 });
  if (last.location !== key) {
    const isOwn = !isBack && Boolean((state as typeof BY_CONTROLS | null)?.byControls);
    setLast({ location: key, controls: last.controls + (isOwn || isTyping() ? 0 : 1) });
  }
  return last.controls;
}
