"use server";
import { z } from "zod";
import { action } from "#lib/api/actions.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { fieldsIn, flagIn, momentIn, numberIn, textIn } from "#lib/core/forms/read.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { recordEntries } from "#lib/services/metric-entries/record.ts";
import { RecordEntry } from "#lib/services/metric-entries/schema.ts";
import {
  createMetric,
  deleteMetric,
  getMetric,
  MoveMetric,
  moveMetric,
  updateMetric,
} from "#lib/services/metrics/metrics.ts";
import { CreateMetric, UpdateMetric } from "#lib/services/metrics/schema.ts";

/** The one that feeds the metric; of the other kind it has none. */
const sourceIn = (kind: "integration" | "service") => (form: FormData, name: string) =>
  textIn(form, "source") === kind ? numberIn(form, name) : null;

const FIELDS = {
  title: textIn,
  unit: textIn,
  type: textIn,
  featured_number: textIn,
  threshold: numberIn,
  visible: flagIn,
  enabled: flagIn,
  integration_id: sourceIn("integration"),
  service_id: sourceIn("service"),
  remote_id: textIn,
  remote_name: textIn,
};
const read = (form: FormData) => fieldsIn(form, FIELDS);

export const createMetricAction = action(
  "createMetricAction",
  { input: CreateMetric, read },
  async ({ ctx, target, input }) => {
    const { id } = await createMetric(ctx, target, input);
    return { go: `/pages/${target.subdomain}/metrics/${id}?done=created` };
  },
);

export const updateMetricAction = action(
  "updateMetricAction",
  { input: UpdateMetric, read },
  async ({ ctx, target, input, t }) => {
    for (const name of ["title", "unit"] as const)
      if (input[name] === "") throw invalid({ [name]: [{ code: "blank" }] });
    await updateMetric(ctx, target, input);
    return { text: t("admin_metrics.done.saved") };
  },
);

/** Another series of the same integration, as the provider lists it. */
export const chooseSeriesAction = action(
  "chooseSeriesAction",
  {
    input: UpdateMetric.pick({ remote_id: true, remote_name: true }),
    read: (form) => ({
      remote_id: textIn(form, "remote_id"),
      remote_name: textIn(form, "remote_name"),
    }),
  },
  async ({ ctx, target, input, t }) => {
    await updateMetric(ctx, target, parseInput(UpdateMetric, input));
    return { text: t("admin_metrics.done.saved") };
  },
);

export const moveMetricAction = action(
  "moveMetricAction",
  {
    input: MoveMetric.extend({ from: z.string() }),
    read: (form) => ({ position: numberIn(form, "position"), from: textIn(form, "from") }),
  },
  async ({ ctx, target, input: { from, position }, t }) => {
    await moveMetric(ctx, target, { position });
    const { subdomain, metric_id } = target;
    const fields = {
      subdomain,
      metric_id: String(metric_id),
      position: from,
      from: String(position),
    };
    return { text: t("admin_metrics.done.moved"), undo: { action: "move_metric", fields } };
  },
);

export const deleteMetricAction = action(
  "deleteMetricAction",
  {
    input: z.object({ confirm: z.string() }),
    read: (form) => ({ confirm: textIn(form, "confirm") }),
  },
  async ({ ctx, target, input }) => {
    const { title } = await getMetric(ctx, target);
    if (input.confirm.trim() !== title.trim()) throw invalid({ confirm: [{ code: "mismatch" }] });
    await deleteMetric(ctx, target);
    return { go: `/pages/${target.subdomain}/metrics?done=deleted` };
  },
);

/** Unix seconds of what was typed as the page's time. */
function timeIn(form: FormData): unknown {
  const typed = momentIn(form, "time");
  if (typed === undefined) return undefined;
  const ms = Date.parse(`${typed}Z`);
  return Number.isNaN(ms) ? typed : Math.floor(ms / 1_000);
}

export const recordEntryAction = action(
  "recordEntryAction",
  {
    input: RecordEntry,
    read: (form) => ({ time: timeIn(form), value: numberIn(form, "value") }),
  },
  async ({ ctx, target, input, t }) => {
    await recordEntries(ctx, target, input);
    return { text: t("admin_metrics.done.recorded") };
  },
);
