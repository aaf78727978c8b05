"use client";
import { Ellipsis, type LucideIcon, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { FormAction } from "#lib/api/actions.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Menu, MenuItem, MenuLine } from "./menu.tsx";

type Props = {
  /** The button's name: the actions and their row. */
  label: string;
  edit: { label: string; href: string };
  /** Where the row can be moved. */
  moves: { label: string; icon: LucideIcon; run: () => void }[];
  /** Deletes it, once its name was typed. */
  remove: {
    label: string;
    title: string;
    text: string;
    name: string;
    action: FormAction;
    hidden: Record<string, string | number>;
  };
};

/** Actions of one row: edit, move, delete. */
export function RowMenu({ label, edit, moves, remove }: Props) {
  const [isDeleting, setDeleting] = useState(false);
  const { label: doing, ...confirm } = remove;
  const trigger = (
    <button type="button" className="icon-button" aria-label={label}>
      <Ellipsis size={16} aria-hidden />
    </button>
  );
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem href={edit.href} icon={<Pencil size={16} />}>
          {edit.label}
        </MenuItem>
        {moves.map(({ label: to, icon: Icon, run }) => (
          <MenuItem key={to} onChoose={run} icon={<Icon size={16} />}>
            {to}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem onChoose={() => setDeleting(true)} icon={<Trash2 size={16} />} isDanger>
          {doing}
        </MenuItem>
      </Menu>
      <ConfirmDialog open={isDeleting} onOpenChange={setDeleting} {...confirm} submit={doing} />
    </>
  );
}
