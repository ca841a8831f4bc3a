import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { Field } from "../../ui/field";
import { useTranslation } from "../../ui/translation";
import type { FieldProps } from "../../ui/use-form";
import { CENTRE, type FocusPoint, objectPosition, parsePercent } from "../rules/focus-point";
import type { ShownImage } from "./image-field";

export interface FocusFieldProps {
  image: ShownImage;
  fields: Record<"x" | "y", FieldProps>;
}

/**
 * The cover with the point that crops keep, and the card that follows from it. Two sliders hold the
 * point, so that it is set by keyboard and without script; with script, by pointer on the picture too.
 */
export function FocusField({ image, fields }: FocusFieldProps) {
  const { t } = useTranslation("publish");
  const group = useRef<HTMLFieldSetElement>(null);
  const given = (axis: "x" | "y") =>
    (image.isNew ? null : parsePercent(fields[axis].defaultValue ?? "")) ?? CENTRE[axis];
  const [initial] = useState<FocusPoint>(() => ({ x: given("x"), y: given("y") }));
  const [focus, setFocus] = useState(initial);
  const slider = (axis: "x" | "y") =>
    group.current?.querySelector<HTMLInputElement>(`[name=${fields[axis].name}]`);
  const read = () =>
    setFocus({ x: Number(slider("x")?.value ?? 50), y: Number(slider("y")?.value ?? 50) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: browsers restore values before hydration.
  useEffect(read, []);

  function point({ currentTarget, buttons, clientX, clientY }: PointerEvent) {
    if (buttons !== 1) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    move("x", (clientX - left) / width);
    move("y", (clientY - top) / height);
  }

  /** As if it were typed: the form keeps it over a reload and knows that it has changed. */
  function move(axis: "x" | "y", part: number) {
    const input = slider(axis);
    if (!input) return;
    input.value = String(Math.round(100 * Math.min(1, Math.max(0, part))));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Browsers count upwards by the arrow up; this slider counts from the top. */
  function moveDown(event: KeyboardEvent<HTMLInputElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move("y", (Number(event.currentTarget.value) + step) / 100);
  }

  return (
    <fieldset ref={group} onInput={read} className="grid w-full gap-3">
      <legend className="mb-1 font-semibold text-sm">{t("focus.title")}</legend>
      <div className="flex flex-wrap items-start gap-4">
        <div
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            point(event);
          }}
          onPointerMove={point}
          data-focus-picture
          className="relative cursor-crosshair touch-none select-none"
        >
          <img
            src={image.url}
            alt={image.alt}
            draggable={false}
            className="max-h-44 rounded-md border border-line"
          />
          <span
            aria-hidden="true"
            style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
            className="-translate-1/2 pointer-events-none absolute size-6 rounded-full border-2 border-white bg-accent/60 outline-2 outline-[#17140f]"
          />
        </div>
        <figure className="grid w-32 gap-1">
          <img
            src={image.url}
            alt=""
            style={{ objectPosition: objectPosition(focus) }}
            className="aspect-[4/3] w-full rounded-md border border-line object-cover"
          />
          <figcaption className="text-ink-2 text-xs">{t("focus.card")}</figcaption>
        </figure>
        <div className="grid min-w-40 flex-1 gap-3">
          {(["x", "y"] as const).map((axis) => (
            <Field key={axis} label={t(`focus.${axis}`)} error={fields[axis].error}>
              {(control) => (
                <input
                  {...control}
                  type="range"
                  name={fields[axis].name}
                  min={0}
                  max={100}
                  defaultValue={initial[axis]}
                  onKeyDown={axis === "y" ? moveDown : undefined}
                  className="w-full accent-accent"
                />
              )}
            </Field>
          ))}
        </div>
      </div>
      <p className="text-ink-2 text-sm">{t("focus.hint")}</p>
    </fieldset>
  );
}
