// What a release needs before anything is built for it.

/** What a release is made of; `changedFiles` as `git status --porcelain` lists them. */
interface Release {
  version: string;
  changelog: string;
  changedFiles: readonly string[];
  tags: readonly string[];
}

/** Files that a sentence names. */
const MAX_NAMED_FILES = 5;

/** A sentence that says why this can't be released yet; null where it can. */
export function releaseObstacle({
  version,
  changelog,
  changedFiles,
  tags,
}: Release): string | null {
  if (tags.includes(`v${version}`)) {
    return `v${version} exists: give package.json the next version, and that its section in CHANGELOG.md.`;
  }
  if (releaseNotes(changelog, version) === null) {
    return `CHANGELOG.md has no notes of ${version}: rename its section Unreleased to "[${version}] - <date>", and start an empty one above.`;
  }
  if (changedFiles.length === 0) return null;
  const named = changedFiles.slice(0, MAX_NAMED_FILES).map((line) => line.slice(3));
  const others = changedFiles.length - named.length;
  const more = others > 0 ? ` and ${others} more` : "";
  return `A release is what is committed. Commit or remove: ${named.join(", ")}${more}.`;
}

/** The notes of a version in a changelog; null without a dated section that says something. */
export function releaseNotes(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1);
  const heading = `[${version}] - `;
  const section = sections.find((one) => one.startsWith(heading)) ?? "";
  const [first = "", ...lines] = section.split("\n");
  const isDated = /^\d{4}-\d{2}-\d{2}$/.test(first.slice(heading.length).trim());
  const notes = lines.join("\n").trim();
  return isDated && notes !== "" ? notes : null;
}
