"use client";
import { Menu as Base } from "@base-ui/react/menu";
import Link from "next/link";
import type { ReactElement, ReactNode } from "react";
import { elementOf } from "./trigger.ts";

export type MenuProps = { trigger: ReactElement; align?: "start" | "end"; children: ReactNode };

/** The menu as soon as it was asked for: opened. */
export function LoadedMenu({ trigger, align = "end", children }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen>
      <Base.Trigger render={elementOf(trigger)} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-30">
          <Base.Popup className="popup">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export type ItemProps = {
  icon?: ReactNode;
  children: ReactNode;
  isDanger?: boolean;
  isCurrent?: boolean;
} & ({ onChoose: () => void } | { href: string; isOutside?: boolean });

export function MenuItem({ icon, children, isDanger = false, isCurrent, ...does }: ItemProps) {
  const className = `popup-item ${isDanger ? "text-major" : ""}`;
  const content = (
    <>
      {icon && <span className="shrink-0 text-muted">{icon}</span>}
      <span className="min-w-0 grow truncate">{children}</span>
    </>
  );
  if ("onChoose" in does)
    return (
      <Base.Item className={className} onClick={does.onChoose}>
        {content}
      </Base.Item>
    );
  const { href, isOutside = false } = does;
  return (
    <Base.LinkItem
      className={className}
      href={href}
      closeOnClick
      render={isOutside ? undefined : <Link href={href} />}
      aria-current={isCurrent ? "true" : undefined}
    >
      {content}
    </Base.LinkItem>
  );
}

export type GroupProps = { label: string; children: ReactNode };

export function MenuGroup({ label, children }: GroupProps) {
  return (
    <Base.Group>
      <Base.GroupLabel className="popup-label">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export function MenuLine() {
  return <Base.Separator className="my-1 border-line border-t" />;
}
