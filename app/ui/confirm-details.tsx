// @chunk none
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "./button";

interface Props {
  /** What opens the question. */
  summary: string;
  /** What it is about, for screen readers where several questions have the same words. */
  about?: string;
  /** Name of the form. */
  label: string;
  text: ReactNode;
  /** What the form sends. */
  values: Record<string, string>;
  confirm: string;
  /** It can't be taken back. */
  isDangerous?: boolean;
}

/** A question before an act, in a place that opens without script: says what the act does, and asks. */
export function ConfirmDetails({
  summary,
  about,
  label,
  text,
  values,
  confirm,
  isDangerous,
}: Props) {
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="link flex min-h-9 w-fit cursor-pointer items-center text-sm">
        {summary}
        {about && <span className="sr-only"> {about}</span>}
      </summary>
      <Form
        method="post"
        preventScrollReset
        replace
        aria-label={label}
        className="mt-2 grid justify-items-start gap-2"
      >
        <p className="max-w-prose text-ink-2 text-sm">{text}</p>
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" variant={isDangerous ? "danger" : "secondary"} size="s">
          {confirm}
        </Button>
      </Form>
    </details>
  );
}
