import type { ReactNode } from "react";

/** The act of a form and the state of what was typed, at the bottom of the window. */
export function EditorBar({ children }: { children: ReactNode }) {
  return (
    <div className="save-bar -mx-4 sticky bottom-0 z-10 border-line border-t bg-paper px-4 py-3 sm:mx-0 sm:px-0">
      {children}
    </div>
  );
}
