import { Globe, Lock } from "lucide-react";
import Link from "next/link";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";

function audienceOf({ draft, member_restricted }: Admin["page"]) {
  if (draft) return "draft";
  return member_restricted ? "members" : "everyone";
}

/** A sentence on who sees the page now, and the way in. */
export function Audience({ admin: { page, may, t } }: { admin: Admin }) {
  const { subdomain, organization_id, draft, restricted_ips } = page;
  const who = audienceOf(page);
  const Icon = who === "everyone" ? Globe : Lock;
  const links = [
    draft && {
      href: `/pages/${subdomain}/settings#danger`,
      text: t("admin_access.who.publish"),
    },
    may("page_member.read") && {
      href: `/organizations/${organization_id}/members?page=${subdomain}`,
      text: t("admin_access.who.members_link"),
    },
    may("access_group.write") && {
      href: `/pages/${subdomain}/access-groups`,
      text: t("admin_access.who.groups_link"),
    },
  ].filter((link) => link !== false);
  return (
    <Section title={t("admin_access.who.title")}>
      <div className="flex gap-2">
        <Icon size={16} aria-hidden className="mt-1 shrink-0 text-muted" />
        <div>
          <p className="font-medium">{t(`admin_access.who.${who}`)}</p>
          {restricted_ips && <p>{t("admin_access.who.networks")}</p>}
        </div>
      </div>
      <ul className="space-y-1">
        {links.map(({ href, text }) => (
          <li key={href}>
            <Link
              href={href}
              className="inline-flex items-center text-link underline touch:min-h-11"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
