import { hostname } from "node:os";
import { VERSION } from "#lib/platform/version.ts";

/** As the database knows its sessions, so that `doctor` finds the version of every machine. */
export function programName(kind: "node" | "worker"): string {
  return `allclear-${kind} ${VERSION} ${hostname()}`;
}
