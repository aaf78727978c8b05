"use client";
import { useEffect } from "react";
import { useRefresh } from "#app/_ui/admin/use-refresh.ts";
import { usePageChanges } from "./use-page-changes.ts";

const RENEW_MS = 30 * 60 * 1000;
const REFRESH_MS = 60_000;
const STALE_MS = 15_000;
const RENEWED_AT = "session_renewed_at";

function renewIfDue(): void {
  const renewed_at = Number(sessionStorage.getItem(RENEWED_AT));
  if (renewed_at && Date.now() - renewed_at < RENEW_MS) return;
  sessionStorage.setItem(RENEWED_AT, String(Date.now()));
  if (renewed_at) void fetch("/api/auth/session").catch(() => {});
}

/**
 * While the admin UI is open its session lasts, and it shows the present state: when the page
 * changes, each minute, and when someone comes back to its window.
 */
export function Presence({ subdomain }: { subdomain: string }) {
  const refresh = useRefresh();
  usePageChanges(subdomain, refresh);
  useEffect(() => {
    let left = Date.now();
    const renew = () => {
      renewIfDue();
      if (document.visibilityState === "visible") void refresh();
    };
    const notice = () => {
      if (document.visibilityState === "hidden") left = Date.now();
      else if (Date.now() - left > STALE_MS) renew();
    };
    const timer = setInterval(renew, REFRESH_MS);
    document.addEventListener("visibilitychange", notice);
    renewIfDue();
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", notice);
    };
  }, [refresh]);
  return null;
}
