/** Key of a Google account. An issuer never reuses a subject. */
export interface GoogleKey {
  /** As in the settings: Google, or the provider configured in its place. */
  issuer: string;
  subject: string;
}

/** A Google account as a verified ID token describes it; the address may change. */
export interface GoogleIdentity extends GoogleKey {
  /** Verified by the provider. */
  email: string;
}
