import { STATE_COLORS, StateShape } from "#app/_ui/admin/icons.tsx";
import type { Severity } from "#lib/core/fields/severity.ts";

type Props = {
  severity: Severity | null;
  text: string;
  /** False: there are no services to say anything of. */
  is_known: boolean;
  url: string;
  label: string;
  isLarge?: boolean;
};

/** The state that visitors read at the top of the page; links to the page. */
export function PageState({ severity, text, is_known, url, label, isLarge = false }: Props) {
  const shape = severity ?? "closed";
  return (
    <a
      href={url}
      className="flex min-h-9 min-w-0 touch:min-h-11 items-center gap-2 rounded-md px-2 hover:bg-hover"
      title={text}
    >
      {(is_known || severity) && (
        <span className={STATE_COLORS[shape]}>
          <StateShape shape={shape} />
        </span>
      )}
      <span className="sr-only">{label}</span>
      <span
        className={
          isLarge
            ? "font-semibold text-xl leading-snug"
            : "line-clamp-2 md:line-clamp-3 font-medium text-sm leading-snug"
        }
      >
        {text}
      </span>
    </a>
  );
}
