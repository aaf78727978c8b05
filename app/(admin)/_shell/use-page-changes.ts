"use client";
import { useEffect, useRef } from "react";
import { listen } from "./listen.ts";

const APART_MS = 2_000;

/** Calls back soon after the page has changed, whoever changed it; a flood of changes calls now and then. */
export function usePageChanges(subdomain: string, onChange: () => void): void {
  const callback = useRef(onChange);
  callback.current = onChange;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const run = () => {
      timer = undefined;
      last = Date.now();
      callback.current();
    };
    const end = listen(subdomain, () => {
      timer ??= setTimeout(run, Math.max(0, last + APART_MS - Date.now()));
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [subdomain]);
}
