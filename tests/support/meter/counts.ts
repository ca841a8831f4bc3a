/** What the platform bills of one phase of a sale. */
export interface Counts {
  /** Requests to the Worker, runs of the cron included. */
  requests: number;
  /** Statements of D1, and the calls that carry them. */
  queries: number;
  roundTrips: number;
  /** Entries of indexes included. */
  rowsRead: number;
  rowsWritten: number;
  /** Rows written by each statement that wrote some. */
  writes: Record<string, number>;
  /** Operations of R2, by method. */
  bucket: Record<"put" | "list" | "get" | "head" | "delete" | "createMultipartUpload", number>;
  /** Calls of Durable Objects, and their alarms. */
  objectRequests: number;
  alarms: number;
  /** Rows of the storage of Durable Objects, alarms included. */
  objectRowsRead: number;
  objectRowsWritten: number;
}

export const NO_COUNTS: Counts = {
  requests: 0,
  queries: 0,
  roundTrips: 0,
  rowsRead: 0,
  rowsWritten: 0,
  writes: {},
  bucket: { put: 0, list: 0, get: 0, head: 0, delete: 0, createMultipartUpload: 0 },
  objectRequests: 0,
  alarms: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
};
