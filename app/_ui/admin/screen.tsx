import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { Translate } from "#lib/platform/i18n/translator.ts";

type Props = {
  /** Also the title of the window. */
  title: string;
  /** The page's name. */
  of?: string;
  t: Translate;
  /** The way up. */
  back?: { href: string; label: string };
  /** Beside the title: a state, a count. */
  aside?: ReactNode;
  text?: ReactNode;
  /** The one primary action of the screen, always in this corner, and what else can be done. */
  actions?: ReactNode;
  width?: "full" | "reading";
  children: ReactNode;
};

/** The head of a screen and what stands below it. */
export function Screen(props: Props) {
  const { title, of, t, back, aside, text, actions, width = "full", children } = props;
  return (
    <div className={width === "reading" ? "max-w-3xl" : ""}>
      <title>{t("admin.title", { title: of ? `${title} · ${of}` : title })}</title>
      {back && (
        <Link
          href={back.href}
          className="-mt-1 mb-1 inline-flex min-h-8 max-w-full items-center gap-1.5 text-muted text-sm hover:text-ink touch:min-h-11"
        >
          <ArrowLeft size={16} aria-hidden className="shrink-0 rtl:-scale-x-100" />
          <span className="truncate">{back.label}</span>
        </Link>
      )}
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h1 className="flex min-w-0 flex-auto flex-wrap items-baseline gap-x-3 py-1 font-semibold text-xl leading-7 tracking-tight md:flex-1">
          <span className="wrap-anywhere">{title}</span>
          {aside && <span className="font-normal text-base text-muted">{aside}</span>}
        </h1>
        {actions && <div className="flex max-w-full shrink-0 flex-wrap gap-2">{actions}</div>}
      </div>
      {text && <p className="-mt-3 mb-4 max-w-prose text-muted">{text}</p>}
      {children}
    </div>
  );
}

type EmptyProps = { icon?: ReactNode; title: string; text: ReactNode; children?: ReactNode };

/** Explains an empty list, with the button that begins it in the box. */
export function EmptyState({ icon, title, text, children }: EmptyProps) {
  return (
    <section
      aria-label={title}
      className="rounded-lg border border-line border-dashed px-6 py-14 text-center"
    >
      {icon && <div className="mb-3 flex justify-center text-muted">{icon}</div>}
      <h2 className="mb-1 font-semibold">{title}</h2>
      <p className="mx-auto max-w-md text-muted">{text}</p>
      {children && <div className="mt-5 flex flex-wrap justify-center gap-2">{children}</div>}
    </section>
  );
}

/** How far long work has come; `total` null: nobody knows how much there is. */
export function Progress({
  label,
  done,
  total,
}: {
  label: string;
  done: number;
  total: number | null;
}) {
  return (
    <div>
      <div className="mb-1 flex justify-between gap-4 text-sm" aria-hidden="true">
        <span>{label}</span>
        {total !== null && (
          <span className="text-muted">
            {done} / {total}
          </span>
        )}
      </div>
      <progress
        aria-label={label}
        value={total === null ? undefined : done}
        max={total ?? undefined}
        className="progress"
      />
    </div>
  );
}
