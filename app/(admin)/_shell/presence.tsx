"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
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
  const router = useRouter();
  usePageChanges(subdomain, () => router.refresh());
  useEffect(() => {
    let left = Date.now();
    const refresh = () => {
      renewIfDue();
      if (document.visibilityState === "visible") router.refresh();
    };
    const notice = () => {
      if (document.visibilityState === "hidden") left = Date.now();
      else if (Date.now() - left > STALE_MS) refresh();
    };
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener("visibilitychange", notice);
    renewIfDue();
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", notice);
    };
  }, [router]);
  return null;
}
