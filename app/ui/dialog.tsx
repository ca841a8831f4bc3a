// @chunk dialog
import { type ReactNode, useEffect, useId, useRef } from "react";

/**
 * A modal `<dialog>`: the browser keeps the focus inside; Escape and a click on the backdrop close it.
 */
export function Dialog(props: {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { open, title, onClose, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; the dialog handles Escape itself.
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="w-[min(30rem,calc(100vw-2rem))] rounded-lg border border-line bg-card p-0 shadow-ticket"
    >
      <div className="flex flex-col gap-4 p-6">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
