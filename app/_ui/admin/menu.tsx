"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { MenuProps } from "./menu-parts.tsx";
import { opening } from "./trigger.ts";

const load = () => import("./menu-parts.tsx");
const LoadedMenu = dynamic(() => load().then((parts) => parts.LoadedMenu), { ssr: false });
export const MenuItem = dynamic(() => load().then((parts) => parts.MenuItem), { ssr: false });
export const MenuGroup = dynamic(() => load().then((parts) => parts.MenuGroup), { ssr: false });
export const MenuLine = dynamic(() => load().then((parts) => parts.MenuLine), { ssr: false });

/** A menu of actions and links below its button; its code is loaded when it is first wanted. */
export function Menu(props: MenuProps) {
  const [isLoaded, setLoaded] = useState(false);
  if (isLoaded) return <LoadedMenu {...props} />;
  return opening(props.trigger, {
    "aria-haspopup": "menu",
    onPointerEnter: load,
    onFocus: load,
    onClick: () => void load().then(() => setLoaded(true)),
  });
}
