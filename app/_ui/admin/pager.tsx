import Link from "next/link";
import type { ReactNode } from "react";
import type { Translate } from "#lib/platform/i18n/translator.ts";

type Props = {
  /** Addresses of the neighbouring screens of a list, where there are any. */
  newer: string | null;
  older: string | null;
  /** How many there are, in which zone times are. */
  children?: ReactNode;
  label: string;
  t: Translate;
};

/** Walks a list by its cursors. */
export function Pager({ newer, older, children, label, t }: Props) {
  return (
    <div className="mt-3 flex min-h-9 flex-wrap items-center justify-between gap-4 text-muted text-sm">
      <p>{children}</p>
      {(newer || older) && (
        <nav aria-label={label} className="flex gap-2">
          {newer && (
            <Link href={newer} data-keys="k" className="button button-small">
              {t("admin_kit.pager.newer")}
            </Link>
          )}
          {older && (
            <Link href={older} data-keys="j" className="button button-small">
              {t("admin_kit.pager.older")}
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}
