"use client";
import { Download, Ellipsis, Upload, UserSearch } from "lucide-react";
import { Menu, MenuItem } from "#app/_ui/admin/menu.tsx";

type Props = { path: string; texts: Record<"more" | "import" | "export" | "person", string> };

export function More({ path, texts }: Props) {
  const trigger = (
    <button type="button" className="button">
      <Ellipsis size={16} aria-hidden /> {texts.more}
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <MenuItem href={`${path}/import`} icon={<Upload size={16} />}>
        {texts.import}
      </MenuItem>
      <MenuItem
        onChoose={() => window.location.assign(`${path}/export`)}
        icon={<Download size={16} />}
      >
        {texts.export}
      </MenuItem>
      <MenuItem href={`${path}/person`} icon={<UserSearch size={16} />}>
        {texts.person}
      </MenuItem>
    </Menu>
  );
}
