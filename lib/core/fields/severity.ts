export const SEVERITIES = ["major", "minor", "scheduled"] as const;
/** The effect of a type on services; every custom type is based on one. */
export type Severity = (typeof SEVERITIES)[number];

export function builtInSeverity(type: string): Severity | undefined {
  return SEVERITIES.find((severity) => severity === type);
}

/** Sorts the worst first. */
export function bySeverity(a: Severity, b: Severity): number {
  return SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b);
}
