/** Ends a switch over a union: adding a member becomes a type error at every switch that forgot it. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value ${JSON.stringify(value)}`);
}
