// @chunk none
// Written by `npm run generate` from app/routes.ts.
const segment = encodeURIComponent;

/** Every path of what a seller does with one product beside its form by the id of its route, with encoded parameters. */
export const toolPaths = {
  poster: (pid: string) => `/edit/${segment(pid)}/poster`,
  counter: (pid: string) => `/edit/${segment(pid)}/counter`,
  productStatus: (pid: string) => `/edit/${segment(pid)}/status`,
  deleteProduct: (pid: string) => `/edit/${segment(pid)}/delete`,
  duplicate: (pid: string) => `/edit/${segment(pid)}/duplicate`,
  qrFile: (pid: string, file: string) => `/edit/${segment(pid)}/${segment(file)}`,
} as const;
