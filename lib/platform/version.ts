import manifest from "../../package.json" with { type: "json" };

/** The version of the program, as in `0.1.0`. */
export const VERSION = manifest.version;
