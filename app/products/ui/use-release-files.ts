import { useState } from "react";
import type { Translation } from "../../lib/translator";
import { useTranslation } from "../../ui/translation";
import { cleanReleaseName, foldedName, numberedName } from "../rules/release-files";
import { soldFileProblem } from "../rules/sold-file";

/** A file of a release that its seller puts together. */
export interface EditedFile {
  /** Stays with the file: the key of one that the product has. */
  id: string;
  name: string;
  sizeBytes: number;
  /** The file to upload; null for one that the product has. */
  file: File | null;
}

/** What the last act took out of the list, and could be put back at its place. */
interface Removed {
  file: EditedFile;
  at: number;
  /** Another file took its place. */
  isReplaced: boolean;
}

export type ReleaseFiles = ReturnType<typeof useReleaseFiles>;

let lastId = 0;

/** The files of a release in the making: add, replace, rename, move, remove and undo that. */
export function useReleaseFiles(initial: readonly EditedFile[], maxFileBytes: number) {
  const { t } = useTranslation(["publish", "refusals"]);
  const [files, setFiles] = useState(initial);
  const [removed, setRemoved] = useState<Removed | null>(null);
  /** What the last act has done or refused, for all to read. */
  const [said, setSaid] = useState({ text: "", isError: false });
  const say = (text: string, isError = false) => setSaid({ text, isError });

  /**
   * Files of a name in the list take the place of those. A single one takes the place of the only one, which can be
   * put back: most releases are another version of one file.
   */
  function add(picked: readonly File[]) {
    const { accepted, refusals } = check(picked, maxFileBytes, t);
    const [only] = files;
    const [first] = accepted;
    if (only && refusals.length > 0 && accepted.length === 0)
      refusals.push(t("publish:hints.staysChosen", { name: only.name }));
    if (only && first && files.length === 1 && picked.length === 1) return replace(only.id, first);
    const next = accepted.reduce(withFile, [...files]);
    setFiles(next);
    setRemoved(null);
    if (refusals.length > 0) say(refusals.join(" "), true);
    else if (accepted.length > 0) say(t("publish:files.added", { count: accepted.length }));
  }

  function replace(id: string, picked: File) {
    const { accepted, refusals } = check([picked], maxFileBytes, t);
    if (accepted.length === 0) return say(refusals.join(" "), true);
    const at = files.findIndex((file) => file.id === id);
    const before = files[at];
    if (!before) return;
    const others = without(files, at);
    const file = editedFile(picked, others);
    setFiles(inserted(others, at, file));
    setRemoved({ file: before, at, isReplaced: true });
    say(t("publish:files.replaced", { before: before.name, name: file.name }));
  }

  function rename(id: string, name: string) {
    setFiles(files.map((file) => (file.id === id ? { ...file, name } : file)));
  }

  function move(id: string, to: number) {
    const at = files.findIndex((file) => file.id === id);
    const file = files[at];
    if (!file || to < 0 || to >= files.length || to === at) return;
    setFiles(inserted(without(files, at), to, file));
    say(t("publish:files.moved", { name: file.name, place: to + 1, count: files.length }));
  }

  function remove(id: string) {
    const at = files.findIndex((file) => file.id === id);
    const file = files[at];
    if (!file) return;
    setFiles(without(files, at));
    setRemoved({ file, at, isReplaced: false });
    say(t("publish:files.removed", { name: file.name }));
  }

  function undo() {
    if (!removed) return;
    const { file, at } = removed;
    const names = files.map(({ name }) => name);
    setFiles(inserted(files, at, { ...file, name: numberedName(file.name, names) }));
    setRemoved(null);
    say(t("publish:files.back", { name: file.name }));
  }

  function reset(next: readonly EditedFile[]) {
    setFiles(next);
    setRemoved(null);
    say("");
  }

  return { files, said, removed, add, replace, rename, move, remove, undo, reset };
}

const without = (files: readonly EditedFile[], at: number) =>
  files.filter((_, place) => place !== at);

const inserted = (files: readonly EditedFile[], at: number, file: EditedFile) => [
  ...files.slice(0, at),
  file,
  ...files.slice(at),
];

function withFile(files: EditedFile[], picked: File): EditedFile[] {
  const name = foldedName(nameOf(picked));
  const at = files.findIndex((file) => foldedName(file.name) === name);
  if (at < 0) return [...files, editedFile(picked, files)];
  const others = without(files, at);
  return inserted(others, at, editedFile(picked, others));
}

function editedFile(file: File, others: readonly EditedFile[]): EditedFile {
  lastId += 1;
  const taken = others.map(({ name }) => name);
  return {
    id: `new-${lastId}`,
    name: numberedName(nameOf(file), taken),
    sizeBytes: file.size,
    file,
  };
}

const nameOf = ({ name }: File) => cleanReleaseName(name) ?? name;

function check(
  picked: readonly File[],
  maxFileBytes: number,
  t: Translation<["publish", "refusals"]>["t"],
): { accepted: File[]; refusals: string[] } {
  const accepted: File[] = [];
  const refusals: string[] = [];
  for (const file of picked) {
    const problem = soldFileProblem({ name: file.name, sizeBytes: file.size }, maxFileBytes);
    if (problem) refusals.push(t(problem.messageKey, { ns: "refusals", ...problem.params }));
    else accepted.push(file);
  }
  return { accepted, refusals };
}
