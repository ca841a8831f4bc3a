/** Who runs this deployment, for the legal notice, which leaves out what is null. */
export interface Operator {
  name: string | null;
  /** Postal address; lines are separated by ", ". */
  address: string | null;
  /** Number in a register of companies or of VAT. */
  registration: string | null;
  /** Name and address of the hosting company. */
  host: string | null;
}
