"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

const EVERY_MS = 1_500;
const TIMES = 40;

/** Shows anew what is on its way, as long as somebody might be waiting for it. */
export function Refresh() {
  const router = useRouter();
  useEffect(() => {
    let left = TIMES;
    const timer = setInterval(() => {
      left -= 1;
      if (left === 0) clearInterval(timer);
      router.refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
