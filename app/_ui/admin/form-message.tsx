"use client";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { Deletion, FormState } from "#lib/core/forms/state.ts";
import type { StoredDraft } from "./drafts.ts";
import { SignInAgain } from "./sign-in-again.tsx";

type Props = {
  state: FormState;
  /** When the shown draft was typed. */
  restoredAt: number | null;
  /** Drafts of other tabs. */
  others: readonly StoredDraft[];
  onTake: (draft: StoredDraft) => void;
  /** Sends the same again; with what was seen now, over what a colleague wrote. */
  onAgain: (seen?: string) => void;
  /** Shows the record as it is now. */
  onDiscard: () => void;
};

/** The message of a form as a whole. */
export function Message({ state, restoredAt, others, onTake, onAgain, onDiscard }: Props) {
  const t = useTranslations("admin_kit");
  const locale = useLocale();
  const { conflict, deleted, done, message, signed_out } = state;
  if (done)
    return (
      <p role="status" className="note mb-4">
        {done.text} {done.shown && <code className="wrap-anywhere">{done.shown.value}</code>}
      </p>
    );
  if (conflict) {
    const ago = agoIn(locale, conflict.seconds_ago);
    const { by, seen } = conflict;
    return (
      <Alert>
        <p className="font-medium">
          {by ? t("conflict.by", { by, ago }) : t("conflict.somebody", { ago })}
        </p>
        <p className="text-muted">{t("conflict.text")}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <button type="button" className="button" onClick={() => onAgain(seen)}>
            {t("conflict.mine")}
          </button>
          <button type="button" className="button" onClick={onDiscard}>
            {t("conflict.theirs")}
          </button>
        </div>
      </Alert>
    );
  }
  if (deleted)
    return (
      <Alert>
        <DeletedBy deletion={deleted} />
      </Alert>
    );
  if (message)
    return (
      <Alert>
        <p className="font-medium">{message}</p>
        {signed_out && <SignInAgain onDone={() => onAgain()} />}
      </Alert>
    );
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const timeOf = (typed_at: number) => ({ time: format.format(typed_at) });
  return (
    <>
      {restoredAt !== null && (
        <Note text={t("draft.restored", timeOf(restoredAt))}>
          <button type="button" className="button button-small" onClick={onDiscard}>
            {t("draft.discard")}
          </button>
        </Note>
      )}
      {others.slice(0, MAX_OFFERED).map((kept) => (
        <Note key={kept.key} text={t("draft.other", timeOf(kept.draft.typed_at))}>
          <button type="button" className="button button-small" onClick={() => onTake(kept)}>
            {t("draft.take")}
          </button>
        </Note>
      ))}
    </>
  );
}

const MAX_OFFERED = 3;

function Note({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div role="status" className="note mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="grow">{text}</p>
      {children}
    </div>
  );
}

export function DeletedBy({ deletion: { by, seconds_ago } }: { deletion: Deletion }) {
  const t = useTranslations("admin_kit.deleted");
  const ago = agoIn(useLocale(), seconds_ago);
  return (
    <div>
      <p className="font-medium">{by ? t("by", { by, ago }) : t("somebody", { ago })}</p>
      <p className="text-muted">{t("text")}</p>
    </div>
  );
}

function Alert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" tabIndex={-1} className="note note-bad mb-4">
      {children}
    </div>
  );
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

function agoIn(locale: string, seconds: number): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  if (seconds < MINUTE_SECONDS) return format.format(-seconds, "second");
  if (seconds < HOUR_SECONDS) return format.format(-Math.round(seconds / MINUTE_SECONDS), "minute");
  return format.format(-Math.round(seconds / HOUR_SECONDS), "hour");
}
