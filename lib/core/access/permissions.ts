export const ROLES = ["owner", "admin", "editor", "billing", "viewer"] as const;
export type Role = (typeof ROLES)[number];

// The only place that says who may do what.
const ALLOWED = {
  "organization.write": ["owner"],
  "organization.read": ["owner", "admin", "billing"],
  "status_page.delete": ["owner"],
  "status_page.write": ["owner", "admin"],
  "service.write": ["owner", "admin"],
  "access_group.write": ["owner", "admin"],
  "page_member.read": ["owner", "admin", "billing"],
  "page_member.write": ["owner"],
  "incident_type.write": ["owner", "admin"],
  "subscription.write": ["owner", "admin"],
  "metric.write": ["owner", "admin"],
  "integration.write": ["owner", "admin"],
  "webhook.write": ["owner", "admin"],
  "incident.write": ["owner", "admin", "editor"],
  // Downtime follows from incidents, so their authors may correct it.
  "uptime.write": ["owner", "admin", "editor"],
  "page.read": ["owner", "admin", "editor"],
  "page.visit_restricted": ["owner", "admin", "editor", "viewer"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof ALLOWED;

export const PERMISSIONS = Object.keys(ALLOWED) as [Permission, ...Permission[]];

export function mayRole(role: Role, permission: Permission): boolean {
  return (ALLOWED[permission] as readonly Role[]).includes(role);
}

export function permissionsOf(role: Role): Permission[] {
  return PERMISSIONS.filter((permission) => mayRole(role, permission));
}

/** Roles that may do nothing which this one may not. */
export function rolesWithin(role: Role): Role[] {
  return ROLES.filter((other) => permissionsOf(other).every((one) => mayRole(role, one)));
}

export function rolesThatMay(permission: Permission): Role[] {
  return [...ALLOWED[permission]];
}
