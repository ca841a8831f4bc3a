// @chunk seller
import {
  type ChangeEvent,
  type InputHTMLAttributes,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { Field } from "./field";
import { useTranslation } from "./translation";
import { useHydrated } from "./use-hydrated";

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Instead of the name of the chosen file. */
  shown?: string | undefined;
  /** Makes the control a large area to drop files on, with this text. */
  zone?: string | undefined;
}

const BOX =
  "relative grid items-center gap-3 rounded-md border border-line-2 outline-accent outline-offset-2 has-[:disabled]:opacity-60 has-[:focus-visible]:outline-2 has-[[aria-invalid]]:border-accent";
const ROW = "min-h-12 grid-cols-[auto_minmax(0,1fr)] bg-card px-3.5 py-2";
/** Files that are dragged over a part of the page have it in view. */
const ZONE =
  "min-h-36 content-center justify-items-center border-dashed bg-sunk px-4 py-6 text-center hover:border-ink";

/**
 * A file input with its button in the page's language. The input itself lies transparent over what is
 * drawn, so that keyboard, drag and drop and labels work as ever. Before hydration, and without
 * script, the browser's own button is shown, since only script knows the name of the file.
 */
export function FileField({ label, hint, error, shown, zone, onChange, ...input }: Props) {
  const { t } = useTranslation("common");
  const hydrated = useHydrated();
  const control = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  // Script can set or remove the file without an event; its component renders then.
  useEffect(() => setName(control.current?.files?.[0]?.name ?? ""));
  function change(event: ChangeEvent<HTMLInputElement>) {
    setName(event.target.files?.[0]?.name ?? "");
    onChange?.(event);
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(field) => (
        <div className={`${BOX} ${zone ? ZONE : ROW}`}>
          <input
            {...input}
            {...field}
            ref={control}
            type="file"
            onChange={change}
            className={
              hydrated
                ? "absolute inset-0 size-full cursor-pointer opacity-0"
                : "col-span-2 w-full min-w-0 text-base"
            }
          />
          {hydrated && (
            <>
              <span
                aria-hidden="true"
                className="rounded-full border border-line-2 bg-paper px-3 py-1 font-semibold text-sm"
              >
                {t("file.choose")}
              </span>
              <span
                aria-hidden="true"
                className={zone ? "text-ink-2 text-sm" : "truncate text-ink-2"}
              >
                {shown ?? (name || zone || t("file.none"))}
              </span>
            </>
          )}
        </div>
      )}
    </Field>
  );
}
