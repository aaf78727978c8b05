import Link from "next/link";
import { vendorOf } from "#app/(admin)/pages/[subdomain]/integrations/_kinds.ts";
import type { NamedSubject } from "#lib/core/audit/queries.ts";
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditRow,
  isAuditAction,
} from "#lib/core/audit/schema.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

export function actionText(action: string, t: Translate): string {
  return isAuditAction(action) ? t(`admin_audit.did.${action}`) : action;
}

/** Every action with its words, in their order. */
export function actionChoices(t: Translate) {
  const choices = AUDIT_ACTIONS.map((value) => ({ value, label: actionText(value, t) }));
  return choices.toSorted((a, b) => a.label.localeCompare(b.label));
}

type SubjectType = AuditAction extends `${infer Type}.${string}` ? Type : never;

function typeText(action: string, t: Translate): string {
  if (!isAuditAction(action)) return "";
  return t(`admin_audit.subject_type.${action.split(".")[0] as SubjectType}`);
}

const NAMES = ["title", "name", "email", "subdomain", "url"];

/** The subject's name then, where its entry says it. */
function nameIn({ changes, before }: AuditRow): string | null {
  for (const noted of [changes, before])
    for (const field of NAMES) {
      const value = (noted as Record<string, unknown> | null)?.[field];
      if (typeof value === "string" && value !== "") return value;
    }
  return null;
}

/** The screens of things on a page, by what the log calls them. */
const SCREENS: Record<string, string> = {
  incident: "incidents",
  info_notice: "notices",
  service: "services",
  metric: "metrics",
  incident_template: "templates",
  incident_type: "incident-types",
  integration: "integrations",
  subscription: "subscribers",
  access_group: "access-groups",
};

function addressOf({ action, status_page }: AuditRow, place: string): string | null {
  const [type = "", id] = place.split(":");
  const screen = SCREENS[type];
  if (!screen || !status_page || action.endsWith(".delete")) return null;
  return `/pages/${status_page}/${screen}/${id}`;
}

function nameOf(row: AuditRow, named: NamedSubject | undefined, t: Translate): string {
  const { action, subject } = row;
  if (named && subject.startsWith("incident_update:"))
    return t("admin_audit.update_of", { title: named.name });
  const name = nameIn(row) ?? named?.name;
  if (name && subject.startsWith("integration:")) return vendorOf(name);
  return name ?? `${typeText(action, t) || subject} #${subject.split(":")[1]}`;
}

type Props = {
  row: AuditRow;
  /** The subject's name now. */
  named: NamedSubject | undefined;
  pages: ReadonlyMap<string, string>;
  t: Translate;
};

/** The thing that it was done to, with the way there, and its page. */
export function Subject({ row, named, pages, t }: Props) {
  const { subject, status_page } = row;
  const page = status_page && (pages.get(status_page) ?? status_page);
  // People who changed their own account.
  if (subject === row.actor) return page;
  const name = nameOf(row, named, t);
  const address = addressOf(row, named?.place ?? subject);
  return (
    <>
      {address ? (
        <Link href={address} className="hover:underline">
          {name}
        </Link>
      ) : (
        name
      )}
      {page && <span className="text-muted"> · {page}</span>}
    </>
  );
}
