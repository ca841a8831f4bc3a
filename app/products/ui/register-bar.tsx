import { type RefObject, useId } from "react";
import { formatSol } from "../../lib/lamports";
import { shortAddress } from "../../solana/short-address";
import { Button } from "../../ui/button";
import { useVisitorTimeZone } from "../../ui/local-time";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { useHydrated } from "../../ui/use-hydrated";
import { splitPrice } from "../rules/commission";
import { parsePrice, typedPrice } from "../rules/price";
import { emptyRequired, type ProductFields } from "../rules/product-fields";
import type { SaveState } from "./draft-saver";
import { EditorBar } from "./editor-bar";
import type { DraftFiles } from "./use-draft-files";
import { useTypedProduct } from "./use-typed-product";

/** `files`: it goes on sale once they have arrived, and with them its pictures and its sample. */
export type Registering = "no" | "files" | "publishing";

interface Props {
  form: RefObject<HTMLFormElement>;
  /** What the page gave the form. */
  initial: ProductFields;
  files: DraftFiles;
  feeBps: number;
  state: SaveState;
  registering: Registering;
  onSave(): void;
  /** Shows what another window has saved. */
  onReload(): void;
  /** Ends the wait for the files. */
  onKeepEditing(): void;
}

interface Typed {
  fields: ProductFields;
}

/** "Register product" with what it would put on sale, what is missing for that, and the state of the draft. */
export function RegisterBar(props: Props) {
  const { form, initial, files, feeBps, registering } = props;
  const { t } = useTranslation("publish");
  const hydrated = useHydrated();
  const fields = useTypedProduct(form, initial);
  const empty = emptyRequired(fields);
  return (
    <EditorBar>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-80 gap-1 text-sm">
          <p role="status" className="text-ink-2">
            <StateText {...props} />
          </p>
          {hydrated && <Missing form={form} fields={fields} files={files} />}
          <Summary fields={fields} files={files} feeBps={feeBps} />
        </div>
        {registering === "files" ? (
          <Button
            key="wait"
            variant="secondary"
            onClick={props.onKeepEditing}
            className="max-sm:w-full"
          >
            {t("register.keepEditing")}
          </Button>
        ) : (
          // Not the same element: a click that ends the wait would submit.
          <Button
            key="submit"
            type="submit"
            name="intent"
            value="publish"
            disabled={hydrated && empty.length > 0}
            busy={registering === "publishing"}
            className="max-sm:w-full"
          >
            {t("submit")}
          </Button>
        )}
      </div>
    </EditorBar>
  );
}

/** What the draft or its publication waits for. */
function StateText({ state, files, registering, onSave, onReload }: Props) {
  const { t } = useTranslation("publish");
  const format = useFormat();
  const timeZone = useVisitorTimeZone();
  const { view } = files.uploader;
  if (registering === "publishing") return t("state.publishing");
  if (registering === "files") {
    if (files.isWhole) return t("state.waitingForMedia");
    if (view.phase === "paused" || view.phase === "failed") return t("state.waitingPaused");
    const percent = format.percent(view.totalBytes ? view.sentBytes / view.totalBytes : 0);
    return t("state.waitingForFiles", { percent });
  }
  if (state.kind === "saved" && state.at !== null)
    return t("state.savedAt", { time: format.time(state.at, timeZone) });
  if (state.kind !== "failed") return t(`state.${state.kind}`);
  return (
    <span className="flex flex-wrap items-center gap-x-3 font-medium text-accent">
      {t("state.failed", { message: state.message || t("state.offline") })}{" "}
      <button type="button" onClick={state.isStale ? onReload : onSave} className="link">
        {t(state.isStale ? "register.reload" : "register.saveNow")}
      </button>
    </span>
  );
}

/** The required fields that are empty, each leading to its control. */
function Missing({ form, fields, files }: Pick<Props, "form" | "files"> & Typed) {
  const { t } = useTranslation("publish");
  const hasFiles = files.list.length > 0;
  const missing = [...(hasFiles ? [] : (["file"] as const)), ...emptyRequired(fields)];
  if (missing.length === 0) return <p>{t("register.ready")}</p>;
  function focus(name: string) {
    const control = form.current?.elements.namedItem(name);
    if (control instanceof HTMLElement) control.focus();
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {t("register.missing")}
      {missing.map((name) => (
        <button key={name} type="button" onClick={() => focus(name)} className="link min-h-6">
          {t(`fields.${name}`)}
        </button>
      ))}
    </p>
  );
}

/** What would go on sale. */
function Summary({ fields, files, feeBps }: Pick<Props, "files" | "feeBps"> & Typed) {
  const { t } = useTranslation("publish");
  const format = useFormat();
  const id = useId();
  const { title, recipient, free, saleType, saleLimit } = fields;
  const its = files.list;
  const size = format.size(its.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const parsed = parsePrice(fields.price);
  const share = parsed.ok && formatSol(splitPrice(parsed.lamports, feeBps).shareLamports);
  const price = typedPrice(fields);
  const facts = [
    free === "" && share && t("register.share", { share: `${format.sol(share)} SOL` }),
    its.length > 0 && t("register.files", { count: its.length, size }),
    t(`saleTypes.${saleType as "infinite"}`) + (saleType === "limited" ? ` (${saleLimit})` : ""),
    recipient !== "" && `${t("register.wallet")} ${shortAddress(recipient)}`,
  ];
  return (
    <section aria-labelledby={id} className="text-ink-2 max-sm:truncate">
      <h2 id={id} className="sr-only">
        {t("register.summary")}
      </h2>
      {title && <strong className="wrap-anywhere text-ink">{title}</strong>}
      {title && " · "}
      {price && <Sol amount={price} />} {facts.filter(Boolean).map((fact) => ` · ${fact}`)}
    </section>
  );
}
