/** Somebody as an OpenID provider proved them. Issuer and subject are the key; the rest may change. */
export interface GoogleIdentity {
  /** As in the settings: Google, unless another provider stands in for it. */
  issuer: string;
  /** Never given to another person by the same issuer. */
  subject: string;
  /** The provider says that it belongs to this person. */
  email: string;
  /** Empty where the provider told none. */
  name: string;
}
