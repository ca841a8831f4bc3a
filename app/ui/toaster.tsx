// @chunk none
import { useEffect } from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import { connectToaster } from "./toast";

/** Renders the toasts. Loaded with the first one. */
export default function Toaster() {
  useEffect(() => {
    connectToaster(({ message, durationMs }) => {
      // An answer before this one is out of date.
      sonner.dismiss();
      sonner.custom(
        (id) => (
          <button
            type="button"
            onClick={() => sonner.dismiss(id)}
            className="w-full rounded-md border border-line-2 bg-ink px-4 py-3 text-left font-medium text-paper text-sm shadow-ticket"
          >
            {message}
          </button>
        ),
        { duration: durationMs },
      );
    });
  }, []);
  return (
    <Sonner
      position="top-right"
      offset={{ top: "var(--toast-top)", right: 16 }}
      mobileOffset={{ top: "var(--toast-top)" }}
    />
  );
}
