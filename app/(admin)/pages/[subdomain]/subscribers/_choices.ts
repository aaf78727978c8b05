import type { Option } from "#app/_ui/admin/choice-fields.tsx";
import type { ServiceChoice } from "#app/_ui/admin/service-picker.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import {
  readChoices,
  readGroups,
  readTypes,
} from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import { Pagination, sliceFrom } from "#lib/api/pagination.ts";
import { SUBSCRIPTION_TYPES, type SubscriptionType } from "#lib/channels/channel.ts";
import { listIncidents } from "#lib/incidents/read.ts";
import { env } from "#lib/platform/config/env.ts";
import { LOCALES } from "#lib/platform/i18n/translator.ts";
import { isOffered } from "#lib/subscribers/offered.ts";
import type { Subscription } from "#lib/subscribers/schema.ts";

export type Choices = {
  types: SubscriptionType[];
  services: ServiceChoice[];
  incidents: Option[];
  incident_types: Option[];
  groups: Option[];
  locales: Option[];
};

/** The newest incidents, and the one that is chosen. */
async function readIncidents({ ctx, page }: Admin, chosen: number | null): Promise<Option[]> {
  const slice = sliceFrom(Pagination.parse({ limit: "50" }), env().APP_URL);
  const { rows } = await listIncidents(ctx, page, slice, {});
  const options = rows.map(({ id, title }) => ({ value: String(id), label: title }));
  const isThere = chosen === null || options.some(({ value }) => value === String(chosen));
  return isThere ? options : [{ value: String(chosen), label: `#${chosen}` }, ...options];
}

export async function readSubscriptionChoices(
  admin: Admin,
  subscription?: Subscription,
): Promise<Choices> {
  const { page, t, locale } = admin;
  const [services, incidents, types, groups] = await Promise.all([
    readChoices(admin),
    readIncidents(admin, subscription?.incident_id ?? null),
    readTypes(admin),
    readGroups(admin),
  ]);
  const names = new Intl.DisplayNames(locale, { type: "language" });
  return {
    types: SUBSCRIPTION_TYPES.filter(
      (type) => type === subscription?.type || isOffered(type, page),
    ),
    services,
    incidents,
    incident_types: types.map(({ key, name, severity }) => ({
      value: key,
      label: name ?? t(`public.type.${severity}`),
    })),
    groups,
    locales: LOCALES.map((value) => ({ value, label: names.of(value) ?? value })),
  };
}
