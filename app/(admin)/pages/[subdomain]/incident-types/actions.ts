"use server";
import { z } from "zod";
import { action } from "#lib/api/actions.ts";
import { colorIn, fieldsIn, numberIn, textIn, translationsIn } from "#lib/core/forms/read.ts";
import {
  createIncidentType,
  deleteIncidentType,
  getIncidentType,
  updateIncidentType,
} from "#lib/incidents/types/incident-types.ts";
import { CreateIncidentType, UpdateIncidentType } from "#lib/incidents/types/schema.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

const addressOf = (subdomain: string) => `/pages/${subdomain}/incident-types`;

const FIELDS = {
  key: textIn,
  name: textIn,
  color: colorIn,
  base_severity: textIn,
  order: numberIn,
};
const read = (form: FormData) => ({
  ...fieldsIn(form, FIELDS),
  translations: translationsIn(form),
});

export const createIncidentTypeAction = action(
  "createIncidentTypeAction",
  { input: CreateIncidentType, read },
  async ({ ctx, target, input }) => {
    await createIncidentType(ctx, target, input);
    return { go: `${addressOf(target.subdomain)}?done=created` };
  },
);

export const updateIncidentTypeAction = action(
  "updateIncidentTypeAction",
  {
    input: UpdateIncidentType,
    read,
    record: {
      read: getIncidentType,
      subject: "incident_type",
    },
  },
  async ({ ctx, target, input }) => {
    if (!input.name) throw invalid({ name: [{ code: "blank" }] });
    await updateIncidentType(ctx, target, input);
    return { go: `${addressOf(target.subdomain)}?done=saved` };
  },
);

export const deleteIncidentTypeAction = action(
  "deleteIncidentTypeAction",
  {
    input: z.object({ confirm: z.string() }),
    read: (form) => ({ confirm: textIn(form, "confirm") }),
  },
  async ({ ctx, target, input }) => {
    const { name } = await getIncidentType(ctx, target);
    if (input.confirm.trim() !== name.trim()) throw invalid({ confirm: [{ code: "mismatch" }] });
    await deleteIncidentType(ctx, target);
    return { go: `${addressOf(target.subdomain)}?done=deleted` };
  },
);
