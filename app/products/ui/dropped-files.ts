/** Files that a folder may have; more are left out, as a release can't have them. */
const MAX_DROPPED = 1_000;

/** The files that were dropped, those in folders too, by their paths. Hidden files are left out. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // Before the first pause: the list is empty afterwards.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...data.files];
  const found: File[] = [];
  for (const entry of entries) await collect(entry, found);
  return found;
}

async function collect(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (found.length >= MAX_DROPPED || entry.name.startsWith(".")) return;
  if (entry.isFile) found.push(await fileOf(entry as FileSystemFileEntry));
  if (!entry.isDirectory) return;
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside: FileSystemEntry[] = [];
  // A reader gives at most 100 entries at a time.
  for (let some = await read(reader); some.length > 0; some = await read(reader))
    inside.push(...some);
  inside.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
  for (const one of inside) await collect(one, found);
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

const read = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
