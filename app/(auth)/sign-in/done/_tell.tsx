"use client";
import { useEffect } from "react";
import { SESSION_CHANNEL } from "#app/_ui/admin/sign-in-again.tsx";

/** Tells the tab whose form waits, and leaves. */
export function Tell() {
  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    channel.postMessage("signed in");
    channel.close();
    close();
  }, []);
  return null;
}
