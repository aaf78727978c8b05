import type { Severity } from "#lib/core/fields/severity.ts";

const PATHS: Record<Severity | "none" | "unknown", string> = {
  unknown: "M15 22h14",
  none: "M14 22.5l5.5 5.5L30.5 16.5",
  minor: "M22 12.5L33 31H11zM22 19.5v5M22 27.7v.1",
  major: "M15.5 15.5l13 13M28.5 15.5l-13 13",
  scheduled:
    "M24.5 15.6a5.4 5.4 0 0 1 6.7-2.4l-3.6 3.6.6 2.5 2.5.6 3.5-3.4a5.4 5.4 0 0 1-7.2 6.7L18.8 31.4a2.2 2.2 0 0 1-3.1-3.1l8.2-8.2a5.3 5.3 0 0 1 .6-4.5z",
};

/** The solid disc of a state: check, triangle, cross, wrench; a dash where none is known. */
export function Disc({ state }: { state: keyof typeof PATHS }) {
  return (
    <svg className="disc" viewBox="0 0 44 44" aria-hidden="true">
      <path d={PATHS[state]} />
    </svg>
  );
}
