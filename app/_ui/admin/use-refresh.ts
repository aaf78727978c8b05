"use client";
import { useRouter } from "next/navigation";
import { useCallback } from "react";

/** Shows the screen anew where the server can: an error would take the place of an open form. */
export function useRefresh(): () => Promise<void> {
  const router = useRouter();
  return useCallback(async () => {
    const answer = await fetch("/readyz", { cache: "no-store" }).catch(() => null);
    if (answer && answer.status < 500) router.refresh();
  }, [router]);
}
