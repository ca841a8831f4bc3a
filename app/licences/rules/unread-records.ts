/**
 * Name of the progress (`sweep_progress`) that stands from a restore until the records of given licence keys are read
 * back. While it stands no key is given, since the database may not know who has which.
 */
export const UNREAD_RECORDS = "licence-records";
