import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { Releases } from "../../../db/products/releases";
import type { Log } from "../../lib/log";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FileStore, StorageSettings } from "../ports";
import type { Product } from "../rules/product";
import {
  isVerified,
  MAX_KEPT_RELEASES,
  type PreparedFile,
  type PreparedRelease,
  type PreparedUpload,
  preparedUploadsOf,
  publishingAt,
} from "../rules/release";
import { PART_BYTES } from "../rules/upload";
import type { Seller } from "./check-payout";
import { newRelease, type RequestedFile } from "./new-release";
import { ownProduct, ownProductOrDraft } from "./ownership";
import { receiveSmallFiles } from "./receive-small-files";
import { describeSmallFile, type FileToSell } from "./start-file";
import { findUploadProblem, uploadBounds } from "./upload-bounds";
import { discardStored } from "./uploads";

interface ReleaseInput {
  seller: Pick<Seller, "uid" | "plan">;
  productId: string;
  /** What has changed, for buyers. */
  note: string;
  /** All files of the release, in order. */
  files: readonly RequestedFile[];
}

interface PrepareDeps {
  clock: Clock;
  log: Log;
  ids: Pick<Ids, "short">;
  settings: StorageSettings;
  products: Pick<Products, "byId" | "prepareRelease" | "publishRelease">;
  protectedFiles: Pick<ProtectedFiles, "byKey" | "underWay" | "uploadsOf" | "storedBytes">;
  releases: Pick<Releases, "filesOf" | "publishedOf" | "inPreparation">;
  files: Pick<FileStore, "abortMultipart" | "remove">;
}

/** The uploads of a release that is prepared; all of them are verified once it is on sale. */
export interface Preparation {
  uploads: PreparedUpload[];
  isPublished: boolean;
}

/**
 * Begins another release of a product, in place of the one that is prepared; the release on sale stays
 * until all files have arrived. One without new files goes on sale at once, but never that of a draft. A repeated request returns the
 * uploads under way. Throws `not_found` where the product is not this user's, `conflict` where it keeps too many
 * releases or another window has prepared one meanwhile, and the errors of `newRelease` and of
 * `findUploadProblem`.
 */
export async function prepareRelease(input: ReleaseInput, deps: PrepareDeps): Promise<Preparation> {
  const { uid } = input.seller;
  const product = await ownProductOrDraft({ uid, productId: input.productId }, deps);
  const known = await readKnown(product, deps);
  return prepare(newRelease(input, knownFiles(known), deps), input, known, deps);
}

interface Replacement extends Omit<ReleaseInput, "files"> {
  file: FileToSell;
  /** Key of the file that it replaces; null for the first. */
  replaces: string | null;
}

/**
 * Begins a release that differs by one file. As `prepareRelease`, but throws `conflict` where a release of other
 * files is prepared.
 */
export async function startReplacement(
  { file, replaces, ...input }: Replacement,
  deps: PrepareDeps,
): Promise<PreparedUpload> {
  const { uid } = input.seller;
  const product = await ownProduct({ uid, productId: input.productId }, deps);
  const known = await readKnown(product, deps);
  const { prepared, current } = known;
  const at = Math.max(
    0,
    current.findIndex(({ key }) => key === replaces),
  );
  const files = current.map((one, index) => (index === at ? file : one));
  const asked = { ...input, files: files.length === 0 ? [file] : files };
  const release = newRelease(asked, knownFiles(known), deps);
  if (prepared && !isSame(prepared, release))
    throw new Problem("conflict", { messageKey: "replacement_unfinished" });
  const { uploads } = await prepare(release, input, known, deps);
  const upload = uploads.find((one) => !current.some(({ key }) => key === one.key));
  if (!upload) throw new Problem("conflict");
  return upload;
}

/** Replaces a file by one that was sent with its form. Throws the errors of the steps. */
export async function replaceWithSmallFile(
  { file, ...replacement }: Omit<Replacement, "file"> & { file: File },
  deps: PrepareDeps & Parameters<typeof receiveSmallFiles>[1],
): Promise<void> {
  const { uid } = replacement.seller;
  const upload = await startReplacement({ ...replacement, file: describeSmallFile(file) }, deps);
  await receiveSmallFiles({ uid, uploads: [upload], files: [file] }, deps);
}

interface Known {
  isDraft: boolean;
  prepared: PreparedRelease | null;
  current: PreparedFile[];
}

/** Throws `conflict` for a bundle. */
async function readKnown(
  { id, releaseId, status, bundleSize }: Product,
  { releases }: PrepareDeps,
): Promise<Known> {
  if (bundleSize > 0) throw new Problem("conflict", { messageKey: "bundle_no_files" });
  const [prepared, current] = await Promise.all([
    releases.inPreparation(id),
    releaseId ? releases.filesOf(releaseId) : [],
  ]);
  return {
    isDraft: status === "draft",
    prepared,
    current: current.map((file) => ({ ...UPLOADED, ...file, fileName: file.name })),
  };
}

/** What a release can name by key. */
function knownFiles({ current, prepared }: Known): PreparedFile[] {
  return [...current, ...(prepared?.files ?? [])];
}

/** What does not matter any more of a file that is on sale. */
const UPLOADED = {
  ownerUid: "",
  productId: "",
  uploadId: null,
  partSizeBytes: PART_BYTES,
  modifiedAt: null,
  createdAt: 0,
  completedAt: null,
  received: [],
};

async function prepare(
  release: ReturnType<typeof newRelease>,
  { seller }: Pick<ReleaseInput, "seller">,
  { isDraft, prepared, current }: Known,
  deps: PrepareDeps,
): Promise<Preparation> {
  const id = release.productId;
  const owner = { id, ownerUid: seller.uid };
  const publish = (whole: Pick<PreparedRelease, "files">) =>
    isDraft ? heldBack(whole) : publishIfWhole(whole, owner, deps);
  if (prepared && isSame(prepared, release)) return publish(prepared);
  if (isSame({ note: release.note, files: current }, release))
    throw new Problem("invalid_input", { messageKey: "release_unchanged" });
  const announced = { seller, productId: id, newBytes: release.newBytes };
  const problem = await findPreparationProblem(announced, deps);
  if (problem) throw problem;
  const bounds = uploadBounds(seller.plan, deps.settings);
  const replaces = prepared?.id ?? null;
  if (!(await deps.products.prepareRelease(release, { replaces, bounds }))) {
    // Another release was prepared, or the product removed, since the check.
    await ownProductOrDraft({ uid: seller.uid, productId: id }, deps);
    throw (
      (await findPreparationProblem(announced, deps)) ??
      new Problem("conflict", { messageKey: "release_changed" })
    );
  }
  const kept = new Set(release.files.map(({ key }) => key));
  const dropped = prepared?.files.filter(
    ({ key, status }) => status === "uploading" && !kept.has(key),
  );
  await discardStored(dropped ?? [], deps);
  return publish({ ...release, files: release.prepared });
}

function heldBack(release: Pick<PreparedRelease, "files">): Preparation {
  return { uploads: preparedUploadsOf(release), isPublished: false };
}

async function publishIfWhole(
  release: Pick<PreparedRelease, "files">,
  owner: Pick<Product, "id" | "ownerUid">,
  { clock, products }: PrepareDeps,
): Promise<Preparation> {
  if (!release.files.every(isVerified)) return heldBack(release);
  const uploads = preparedUploadsOf(release);
  const publishing = publishingAt(clock.now());
  return { uploads, isPublished: await products.publishRelease(owner, publishing) };
}

/** The same files in the same order with the same names, and the same note. */
function isSame(
  one: { note: string; files: readonly { key: string; name: string }[] },
  other: { note: string; files: readonly { key: string; name: string }[] },
): boolean {
  const text = ({ note, files }: typeof one) =>
    JSON.stringify([note, ...files.map(({ key, name }) => [key, name])]);
  return text(one) === text(other);
}

/** Why no release can be prepared now; null where one can. `prepareRelease` of the repository decides. */
async function findPreparationProblem(
  announced: { seller: Pick<Seller, "uid" | "plan">; productId: string; newBytes: number },
  deps: PrepareDeps,
): Promise<Problem | null> {
  const published = await deps.releases.publishedOf(announced.productId, MAX_KEPT_RELEASES + 1);
  if (published.length > MAX_KEPT_RELEASES) {
    const params = { max: MAX_KEPT_RELEASES };
    return new Problem("conflict", { messageKey: "versions_full", params });
  }
  return findUploadProblem(announced, deps);
}
