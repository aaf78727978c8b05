"use client";
import { useState } from "react";
import type { GroupProps, ItemProps, MenuProps } from "./menu-parts.tsx";
import { opening } from "./trigger.ts";

// All of an open menu appears at once: nothing in it waits for code of its own.
let parts: typeof import("./menu-parts.tsx") | undefined;

async function load(): Promise<void> {
  parts ??= await import("./menu-parts.tsx");
}

export function MenuItem(props: ItemProps) {
  return parts && <parts.MenuItem {...props} />;
}

export function MenuGroup(props: GroupProps) {
  return parts && <parts.MenuGroup {...props} />;
}

export function MenuLine() {
  return parts && <parts.MenuLine />;
}

/** A menu of actions and links below its button; its code is loaded when it is first wanted. */
export function Menu(props: MenuProps) {
  const [isLoaded, setLoaded] = useState(false);
  if (isLoaded && parts) return <parts.LoadedMenu {...props} />;
  return opening(props.trigger, {
    "aria-haspopup": "menu",
    onPointerEnter: load,
    onFocus: load,
    onClick: () => void load().then(() => setLoaded(true)),
  });
}
