export const SEVERITIES = ["major", "minor", "scheduled"] as const;
/** What a type means for services: the base of every custom type. */
export type Severity = (typeof SEVERITIES)[number];

/** The severity that a built-in type is; undefined: the type is a page's own, if any. */
export function builtInSeverity(type: string): Severity | undefined {
  return SEVERITIES.find((severity) => severity === type);
}
