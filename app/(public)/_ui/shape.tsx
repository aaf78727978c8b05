import type { Severity } from "#lib/fields/severity.ts";

const PATHS: Record<Severity | "none" | "unknown", string> = {
  unknown: "M5 12h14",
  none: "M3 12.5l6 6L21 6",
  minor: "M12 3.5L22 21H2zM12 10v4.5M12 17.4v.1",
  major: "M4 4l16 16M20 4L4 20",
  scheduled: "M14.5 6.5a5 5 0 0 1 6.3-2.3l-3.4 3.4.6 2.4 2.4.6 3-3M14.5 6.5a5 5 0 0 0-.5 3.5L4 20",
};

/** The large shape of a state: check, triangle, cross, wrench; a dash where none is known. */
export function Shape({ state }: { state: keyof typeof PATHS }) {
  return (
    <svg className="shape" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[state]} />
    </svg>
  );
}
