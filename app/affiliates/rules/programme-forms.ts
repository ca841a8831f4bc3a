import { defineForm } from "../../lib/form";

/** Affiliates on or off, with the percent of the product. */
export const PROGRAMME_FORM = defineForm(
  { percent: { maxLength: 5, autoComplete: "off" }, isOn: {}, isOpen: {} },
  { name: "programme" },
);

/** A link of invitation. */
export const INVITATION_FORM = defineForm(
  {
    people: { required: true, maxLength: 3, autoComplete: "off" },
    percent: { maxLength: 5, autoComplete: "off" },
  },
  { name: "invitation" },
);
