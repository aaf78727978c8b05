"use client";
import { useEffect } from "react";
import { useRefresh } from "./use-refresh.ts";

const EVERY_MS = 1_500;

/**
 * Shows anew what is under way, as long as somebody might be waiting for it.
 * @param times how often at most
 */
export function Refresh({ times = Number.POSITIVE_INFINITY }: { times?: number }) {
  const refresh = useRefresh();
  useEffect(() => {
    let left = times;
    const timer = setInterval(() => {
      left -= 1;
      if (left <= 0) clearInterval(timer);
      if (document.visibilityState === "visible") void refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh, times]);
  return null;
}
