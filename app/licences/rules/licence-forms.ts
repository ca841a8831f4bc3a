import { defineForm, textOf } from "../../lib/form";

/** Which keys a product gives. */
export const SETTINGS_FORM = defineForm(
  {
    kind: {},
    days: { maxLength: 6, autoComplete: "off" },
    instances: { maxLength: 6, autoComplete: "off" },
  },
  { name: "settings" },
);

/** Keys to add, one a line. A chosen file does not come back. */
export const KEYS_FORM = defineForm(
  { keys: { rows: 8, autoComplete: "off", spellCheck: false } },
  { name: "keys", read: (data) => ({ keys: textOf(data, "keys") }) },
);
