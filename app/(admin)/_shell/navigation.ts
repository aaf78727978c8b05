import {
  Activity,
  Building,
  ChartLine,
  FileText,
  Globe,
  Info,
  Key,
  Layers,
  Lock,
  type LucideIcon,
  Mail,
  Palette,
  Plug,
  ScrollText,
  Send,
  Settings,
  Tags,
  TriangleAlert,
  User,
  Users,
  UsersRound,
  Wrench,
} from "lucide-react";
import type { Permission } from "#lib/core/access/permissions.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

type Text = Parameters<Translate>[0];

/** Where an address begins: with a page, its organization, or the person. */
type Scope = "page" | "organization" | "person";

type Screen = {
  text: Text;
  icon: LucideIcon;
  scope: Scope;
  /** Below its scope; its folder has a `page.tsx` as soon as the screen exists. */
  path: string;
  keys?: string;
  /** A role without it has no use for the screen. */
  access: Permission | "signed_in";
  /** A test fails when this is not what the folders say. */
  exists: boolean;
  count?: "open_incidents";
};

const YES: Pick<Screen, "exists"> = { exists: true };
const page = (text: Text, path: string, icon: LucideIcon, access: Permission, keys?: string) => ({
  ...{ text, path, icon, access },
  ...(keys && { keys }),
  scope: "page" as const,
});
const organization = (text: Text, path: string, icon: LucideIcon, keys?: string) => ({
  ...page(text, path, icon, "organization.read", keys),
  scope: "organization" as const,
});

/** Every screen of the navigation, by group. The palette and `?` list the same. */
export const NAVIGATION: { text: Text; screens: Screen[] }[] = [
  {
    text: "admin_shell.group.operate",
    screens: [
      { ...page("admin_now.title", "now", Activity, "page.read", "g n"), ...YES },
      {
        ...page("admin.incidents.title", "incidents", TriangleAlert, "page.read", "g i"),
        ...YES,
        count: "open_incidents",
      },
      { ...page("admin_maintenance.title", "maintenance", Wrench, "page.read", "g m"), ...YES },
      { ...page("admin_notices.title", "notices", Info, "page.read", "g o"), ...YES },
      { ...page("admin_templates.title", "templates", FileText, "page.read"), ...YES },
    ],
  },
  {
    text: "admin_shell.group.page",
    screens: [
      { ...page("admin_services.title", "services", Layers, "page.read", "g s"), ...YES },
      { ...page("admin_metrics.title", "metrics", ChartLine, "page.read"), ...YES },
      {
        ...page("admin_incident_types.title", "incident-types", Tags, "incident_type.write"),
        ...YES,
      },
      { ...page("admin_appearance.title", "appearance", Palette, "status_page.write"), ...YES },
      { ...page("admin_settings.title", "settings", Settings, "status_page.write"), ...YES },
      { ...page("admin_access.title", "access", Globe, "status_page.write"), ...YES },
    ],
  },
  {
    text: "admin_shell.group.audience",
    screens: [
      { ...page("admin_subscribers.title", "subscribers", Users, "page.read", "g b"), ...YES },
      { ...page("admin_deliveries.title", "deliveries", Send, "page.read"), ...YES },
      { ...page("admin_emails.title", "emails", Mail, "status_page.write"), ...YES },
      { ...page("admin_integrations.title", "integrations", Plug, "page.read"), ...YES },
      {
        ...page("admin_access_groups.title", "access-groups", Lock, "access_group.write"),
        ...YES,
      },
    ],
  },
  {
    text: "admin_shell.group.organization",
    screens: [
      { ...organization("admin_organization.title", "", Building, "g p"), ...YES },
      { ...organization("admin_members.title", "members", UsersRound), ...YES },
      {
        ...organization("admin_api_keys.title", "api-keys", Key),
        access: "organization.write",
        ...YES,
      },
      { ...organization("admin_audit.title", "audit", ScrollText), ...YES },
      {
        text: "admin_account.title",
        path: "account",
        icon: User,
        access: "signed_in",
        scope: "person",
        ...YES,
      },
    ],
  },
];

type Command = {
  text: Text;
  keys: string;
  access: Permission;
  /** An address below the page, or what the shell does. */
  does: { path: string } | "compose" | "view_page";
  exists: boolean;
};

/** Commands of every screen. */
export const COMMANDS: Command[] = [
  {
    text: "admin.incidents.new",
    keys: "c",
    access: "incident.write",
    does: { path: "incidents/new" },
    ...YES,
  },
  {
    text: "admin_shell.new_maintenance",
    keys: "m",
    access: "incident.write",
    does: { path: "maintenance/new" },
    ...YES,
  },
  { text: "admin_composer.title", keys: "u", access: "incident.write", does: "compose", ...YES },
  { text: "admin.pages.view", keys: "g v", access: "page.read", does: "view_page", ...YES },
];

/** The folder of a screen below `app/(admin)`, and the beginning of its address. */
export const FOLDERS: Record<Scope, string> = {
  page: "pages/[subdomain]",
  organization: "organizations/[organization_id]",
  person: "",
};
