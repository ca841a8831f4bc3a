// @chunk none
// Written by `npm run generate` from app/routes.ts.
const segment = encodeURIComponent;

/** Every path of one declaration of withdrawal by the id of its route, with encoded parameters. */
export const withdrawalPaths = {
  acknowledgement: (token: string) => `/retractation/${segment(token)}`,
  acknowledgementText: (token: string) => `/retractation/${segment(token)}/text`,
  acknowledgementStatement: (token: string) => `/retractation/${segment(token)}/statement`,
} as const;
