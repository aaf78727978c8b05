"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

const RENEW_MS = 30 * 60 * 1000;
const REFRESH_MS = 60_000;
const STALE_MS = 15_000;

/** While the admin UI is open its session lasts, and it shows the present state: each minute, and when someone comes back to its window. */
export function Presence() {
  const router = useRouter();
  useEffect(() => {
    const renew = () => void fetch("/api/auth/session").catch(() => {});
    const renewing = setInterval(renew, RENEW_MS);
    const refreshing = setInterval(() => document.visibilityState === "visible" && router.refresh(), REFRESH_MS);
    let left = Date.now();
    const notice = () => {
      if (document.visibilityState === "hidden") left = Date.now();
      else if (Date.now() - left > STALE_MS) router.refresh();
    };
    document.addEventListener("visibilitychange", notice);
    renew();
    return () => {
      clearInterval(renewing);
      clearInterval(refreshing);
      document.removeEventListener("visibilitychange", notice);
    };
  }, [router]);
  return null;
}
