/** Keys that plugins of monitoring tools know: of any other one they report the state as unknown. */
const KNOWN = ["info", "scheduled", "minor", "performance", "major", "emergency-maintenance"];

export function isKnownToPlugins(key: string): boolean {
  return KNOWN.includes(key);
}

/** Those of them that are free for a type of the page's own. */
export const FREE_KEYS = KNOWN.filter((key) => !["scheduled", "minor", "major"].includes(key));
