const PATHS = {
  major:
    "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3 8.9L9.9 11 8 9.1 6.1 11 5 9.9 6.9 8 5 6.1 6.1 5 8 6.9 9.9 5 11 6.1 9.1 8Z",
  minor:
    "M8 1.2a1 1 0 0 1 .87.5l6.3 11.3a1 1 0 0 1-.87 1.5H1.7a1 1 0 0 1-.87-1.5L7.13 1.7A1 1 0 0 1 8 1.2ZM7.2 6l.3 4h1l.3-4Zm.8 5a.9.9 0 1 0 0 1.8.9.9 0 0 0 0-1.8Z",
  scheduled:
    "M13.9 3.9 11.6 6.2l-1.8-.1-.1-1.8L12 2a4 4 0 0 0-5.2 5.1L1.9 12a1.5 1.5 0 0 0 2.1 2.1l4.9-4.9A4 4 0 0 0 14 4Z",
  closed: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm-.9 10.1L3.9 7.9 5 6.8l2.1 2.1L11 5l1.1 1.1Z",
  called_off: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1ZM4 7.2h8v1.6H4Z",
  postponed: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm.8 3v3.6l2.6 1.6-.8 1.3-3.4-2V4Z",
} as const;

export type Shape = keyof typeof PATHS;

/** The text color of each shape. */
export const STATE_COLORS: Record<Shape, string> = {
  major: "text-major",
  minor: "text-minor",
  scheduled: "text-scheduled",
  closed: "text-closed",
  called_off: "text-muted",
  postponed: "text-scheduled",
};

/** The shape that goes with a state's word and color. */
export function StateShape({ shape }: { shape: Shape }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="currentColor"
      fillRule="evenodd"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={PATHS[shape]} />
    </svg>
  );
}
