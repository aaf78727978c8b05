"use client";
import { useTranslations } from "use-intl/react";

/** A button's effect besides notifying. */
export type Deed =
  | "post"
  | "started"
  | "resolved"
  | "done"
  | "call_off"
  | "record"
  | "schedule"
  | "postpone"
  | "publish";

/**
 * Says on a button what it will do: whether subscribers are notified, and how many. CSS chooses by
 * the switch `notify` of the form, `group/form`, so it is true before scripts run, too.
 * @param count null: not known
 */
export function PostLabel({ deed, count }: { deed: Deed; count: number | null }) {
  const t = useTranslations("admin_composer");
  const silent = t(`button.${deed}`);
  if (count === 0) return silent;
  const people = count === null ? t("button.subscribers") : t("button.people", { count });
  return (
    <>
      <span className="group-has-[[name=notify]:checked]/form:hidden">{silent}</span>
      <span className="hidden group-has-[[name=notify]:checked]/form:inline">
        {t(`button.${deed}_notify`, { people })}
      </span>
    </>
  );
}
