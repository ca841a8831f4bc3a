import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from "react";

interface Props {
  /** What the button shows. */
  label: ReactNode;
  /** Names the button where it shows no words. */
  name?: string;
  /** Id of an element that says what the menu is for. */
  describedBy?: string;
  /** Links and buttons, one below the other. */
  children: ReactNode;
  className?: string;
}

/**
 * A button that opens a list of actions. It opens without script; a click elsewhere is one on its button (`.menu`).
 * With script, Escape, a choice and leaving it by keyboard close it too.
 */
export function Menu({ label, name, describedBy, children, className = "" }: Props) {
  return (
    <details
      className={`menu ${className}`}
      onClick={closeOnChoice}
      onKeyDown={closeOnEscape}
      onBlur={closeOnLeave}
      data-menu=""
    >
      <summary aria-label={name} aria-describedby={describedBy}>
        {label}
      </summary>
      <div>{children}</div>
    </details>
  );
}

/** A dialog that the choice opens returns the focus to the button. */
function closeOnChoice({ target, currentTarget }: MouseEvent<HTMLDetailsElement>) {
  if (target instanceof Element && target.closest("a, button")) close(currentTarget);
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) {
  if (key === "Escape" && currentTarget.open) close(currentTarget);
}

function close(menu: HTMLDetailsElement) {
  menu.querySelector("summary")?.focus();
  menu.open = false;
}

function closeOnLeave({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
  if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
    currentTarget.open = false;
}
