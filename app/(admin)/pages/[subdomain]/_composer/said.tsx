"use client";
import { useEffect, useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { Newest } from "./composable.ts";

const TICK_MS = 5_000;
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** From a minute on. */
function agoIn(locale: string, seconds: number): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "long" });
  if (seconds < HOUR) return format.format(-Math.round(seconds / MINUTE), "minute");
  if (seconds < DAY) return format.format(-Math.round(seconds / HOUR), "hour");
  return format.format(-Math.round(seconds / DAY), "day");
}

/** How long ago a moment was; it goes on counting. @param as_of when it was read */
function useAgo(time: string, as_of: string): string {
  const locale = useLocale();
  const t = useTranslations("admin_composer");
  const [now, setNow] = useState(() => Date.parse(`${as_of}Z`));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another moment is counted at once
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [time]);
  const seconds = Math.round((now - Date.parse(`${time}Z`)) / 1000);
  return seconds < MINUTE ? t("now") : agoIn(locale, seconds);
}

type Props = { newest: Newest; as_of: string; isNew: boolean; isOver: boolean };

/** The newest update and its author; marked if it came while one was writing. */
export function Said({ newest, as_of, isNew, isOver }: Props) {
  const t = useTranslations("admin_composer.said");
  const ago = useAgo(newest.posted_at, as_of);
  const { is_own } = newest;
  const by = newest.by ?? t(newest.is_automatic ? "monitoring" : "api");
  const happened = isOver ? "over" : "posted";
  const isNews = isNew && !is_own;
  return (
    <div role="status" className={isNews ? "note note-new text-sm" : "text-muted text-sm"}>
      <p className={isNews ? "font-medium" : ""}>
        {is_own ? t(`own_${happened}`, { ago }) : t(happened, { by, ago })}
      </p>
      <p className="line-clamp-2">{newest.description}</p>
    </div>
  );
}
