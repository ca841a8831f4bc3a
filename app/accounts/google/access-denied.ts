/** The person did not go on at the provider: nothing went wrong. */
export class AccessDenied extends Error {
  override readonly name = "TurnedBack";
}
