"use server";
import { z } from "zod";
import { action, bulkAction, MAX_AT_ONCE } from "#lib/api/actions.ts";
import { issue } from "#lib/core/fields/text.ts";
import {
  addressIn,
  fieldsIn,
  flagIn,
  idsIn,
  numberIn,
  numbersIn,
  pairsIn,
  textIn,
  translationsIn,
} from "#lib/core/forms/read.ts";
import type { Context } from "#lib/core/request/context.ts";
import { deleteService } from "#lib/incidents/delete-service.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { createService } from "#lib/services/create.ts";
import { MoveService, moveService, type Place } from "#lib/services/move.ts";
import { getService, type ServiceTarget } from "#lib/services/read.ts";
import { CreateService, UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";

const FIELDS = {
  name: textIn,
  description: textIn,
  private_description: textIn,
  parent_id: numberIn,
  private: flagIn,
  display_uptime_graph: flagIn,
  display_response_time_chart: flagIn,
  monitoring: textIn,
  ping_url: addressIn,
  webhook_monitoring_service: textIn,
  "webhook_custom_jsonpath_settings.jsonpath": textIn,
  "webhook_custom_jsonpath_settings.expected_result": textIn,
  "webhook_custom_jsonpath_settings.down_result": textIn,
  "webhook_custom_jsonpath_settings.comparison": textIn,
  "webhook_custom_jsonpath_settings.identity": textIn,
  "monitoring_options.method": textIn,
  "monitoring_options.headers": pairsIn,
  "monitoring_options.keyword_down": textIn,
  "monitoring_options.keyword_up": textIn,
  incident_type: textIn,
  parent_incident_type: textIn,
  pause_monitoring_during_maintenances: flagIn,
  auto_incident: flagIn,
  auto_notify: flagIn,
  notification_recipients: idsIn,
  expected_statuses: (form: FormData, name: string) =>
    textIn(form, name)
      ?.split(/[\s,]+/)
      .filter(Boolean),
  retries: numberIn,
  confirmations: numberIn,
  "heartbeat.period_s": numberIn,
  "heartbeat.grace_s": numberIn,
  count_warnings: flagIn,
  "publish_policy.mode": textIn,
  "publish_policy.delay_minutes": numberIn,
};
const read = (form: FormData) => ({
  ...fieldsIn(form, FIELDS),
  translations: translationsIn(form),
});

export const createServiceAction = action(
  "createServiceAction",
  { input: CreateService, read },
  async ({ ctx, target, input }) => {
    await createService(ctx, target, input);
    return { go: `/pages/${target.subdomain}/services?done=created` };
  },
);

/** The old name of what is renamed where it stands: its undo. */
const renamedIn = (form: FormData) => textIn(form, "renamed_from");

export const updateServiceAction = action(
  "updateServiceAction",
  {
    input: UpdateService.extend({ renamed_from: z.string().optional() }),
    record: { read: getService, subject: "service" },
    read: (form) => ({ ...read(form), renamed_from: renamedIn(form) }),
  },
  async ({ ctx, target, input: { renamed_from, ...input }, t }) => {
    if ("name" in input && !input.name) throw invalid({ name: [{ code: "blank" }] });
    await updateService(ctx, target, input);
    if (renamed_from === undefined) return { go: `/pages/${target.subdomain}/services?done=saved` };
    const fields = {
      subdomain: target.subdomain,
      service_id: String(target.service_id),
      name: renamed_from,
      renamed_from: input.name ?? "",
    };
    return { text: t("admin_services.done.renamed"), undo: { action: "update_service", fields } };
  },
);

const placed = (parent_id: number | null) => String(parent_id ?? "");

export const moveServiceAction = action(
  "moveServiceAction",
  {
    input: MoveService,
    read: (form) => ({
      parent_id: numberIn(form, "parent_id"),
      position: numberIn(form, "position"),
    }),
  },
  async ({ ctx, target, input, t }) => {
    const { parent_id, position } = await moveService(ctx, target, input);
    const fields = {
      subdomain: target.subdomain,
      service_id: String(target.service_id),
      parent_id: placed(parent_id),
      position: String(position),
    };
    return { text: t("admin_services.done.moved"), undo: { action: "move_service", fields } };
  },
);

/** Sets the same fields of all services that are selected. */
export const changeServicesAction = bulkAction(
  "changeServicesAction",
  { input: UpdateService, read },
  async ({ ctx, target, input }, service_id) => {
    await updateService(ctx, { ...target, service_id }, input);
  },
);

/** Below whom a service stands, from the nearest up. */
async function above(ctx: Context, target: ServiceTarget): Promise<number[]> {
  const { parent_id } = await getService(ctx, target);
  if (parent_id === null) return [];
  return [parent_id, ...(await above(ctx, { ...target, service_id: parent_id }))];
}

const LAST = 100_000;

type Moved = Place & { service_id: number };

const spelled = ({ service_id, parent_id, position }: Moved) =>
  [service_id, placed(parent_id), position].join(":");

/** Reads the text of `spelled`; the schema refuses whatever is no number. */
function placesIn(form: FormData): unknown[] {
  const all = textIn(form, "places")?.split(" ") ?? [];
  return all.map((one) => {
    const [service_id, parent_id, position] = one.split(":");
    return {
      service_id: Number(service_id),
      parent_id: parent_id ? Number(parent_id) : null,
      position: Number(position),
    };
  });
}

/** Moves all that are selected to one place; what stands below another of them stays there. */
export const moveServicesAction = bulkAction(
  "moveServicesAction",
  {
    input: MoveService.pick({ parent_id: true }).extend({ ids: z.array(z.int()) }),
    read: (form) => ({ parent_id: numberIn(form, "parent_id"), ids: numbersIn(form, "ids") }),
    done: (t, count) => t("admin_services.bulk.moved", { count }),
    // The last one first, so that each finds its old neighbours.
    undo: ({ subdomain }, moved: Moved[]) => ({
      action: "move_services_back",
      fields: { subdomain, places: moved.reverse().map(spelled).join(" ") },
    }),
  },
  async ({ ctx, target, input: { parent_id, ids } }, service_id) => {
    const one = { ...target, service_id };
    if ((await above(ctx, one)).some((id) => ids.includes(id))) return undefined;
    return { service_id, ...(await moveService(ctx, one, { parent_id, position: LAST })) };
  },
);

const Places = z.array(MoveService.extend({ service_id: z.int() })).max(MAX_AT_ONCE);

/** Puts services back where they stood, one after the other. */
export const moveServicesBackAction = action(
  "moveServicesBackAction",
  {
    input: z.object({ places: Places }),
    read: (form) => ({ places: placesIn(form) }),
  },
  async ({ ctx, target, input, t }) => {
    for (const { service_id, ...place } of input.places)
      await moveService(ctx, { ...target, service_id }, place);
    return { text: t("admin_services.bulk.moved", { count: input.places.length }) };
  },
);

const DeleteServices = z
  .object({ confirm: z.string(), count: z.int() })
  .superRefine(({ confirm, count }, ctx) => {
    if (confirm.trim() !== String(count))
      ctx.addIssue({ code: "custom", path: ["confirm"], ...issue("mismatch") });
  });

/** Deletes all that are selected, once it was typed how many these are. */
export const deleteServicesAction = bulkAction(
  "deleteServicesAction",
  {
    input: DeleteServices,
    read: (form) => ({ confirm: textIn(form, "confirm"), count: numbersIn(form, "ids").length }),
    done: (t, count) => t("admin_services.bulk.deleted", { count }),
  },
  ({ ctx, target }, service_id) => deleteService(ctx, { ...target, service_id }),
);

export const deleteServiceAction = action(
  "deleteServiceAction",
  {
    input: z.object({ confirm: z.string() }),
    read: (form) => ({ confirm: textIn(form, "confirm") }),
  },
  async ({ ctx, target, input }) => {
    const { name } = await getService(ctx, target);
    if (input.confirm.trim() !== name.trim()) throw invalid({ confirm: [{ code: "mismatch" }] });
    await deleteService(ctx, target);
    return { go: `/pages/${target.subdomain}/services?done=deleted` };
  },
);
