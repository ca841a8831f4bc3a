import { spawnSync } from "node:child_process";
import { StartFailure } from "../run/failure";
import { topFolder } from "./figures";

export interface CommitFolders {
  /** Short hash and subject. */
  commit: string;
  /** Folders that it changes, as `topFolder` names them; files in the root are left out. */
  folders: string[];
}

/** Before each commit in the output of `git log`. */
const MARK = "\u0001";

/**
 * The commits of a range (`A..B`) in the repository at `root`, newest first, without merges.
 *
 * @throws StartFailure with git's message, such as for an unknown revision
 */
export function commitsOf(root: string, range: string): CommitFolders[] {
  const format = `--format=${MARK}%h %s`;
  const args = ["log", "--no-merges", "--name-only", "--no-renames", format, range, "--"];
  const run = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1e9 });
  if (run.status !== 0) throw new StartFailure(run.error?.message ?? run.stderr.trim());
  return readCommits(run.stdout);
}

/** From the output of that `git log`. */
export function readCommits(log: string): CommitFolders[] {
  const commits = log.split(MARK).slice(1);
  return commits.map((text) => {
    const [commit = "", ...paths] = text.split("\n").filter((line) => line !== "");
    const inFolders = paths.filter((path) => path.includes("/"));
    return { commit, folders: [...new Set(inFolders.map(topFolder))].sort() };
  });
}
