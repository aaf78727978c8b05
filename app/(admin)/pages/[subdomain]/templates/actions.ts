"use server";
import { z } from "zod";
import { action } from "#lib/api/actions.ts";
import { idsIn, listIn, textIn, translationsIn } from "#lib/core/forms/read.ts";
import { CreateIncidentTemplate, UpdateIncidentTemplate } from "#lib/incidents/templates/schema.ts";
import {
  createIncidentTemplate,
  deleteIncidentTemplate,
  getIncidentTemplate,
  updateIncidentTemplate,
} from "#lib/incidents/templates/templates.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

const addressOf = (subdomain: string) => `/pages/${subdomain}/templates`;

function read(form: FormData) {
  return {
    name: textIn(form, "name")?.trim(),
    title: textIn(form, "title")?.trim(),
    description: textIn(form, "description"),
    service_ids: idsIn(form, "service_ids"),
    incident_types: listIn(form, "incident_types"),
    translations: translationsIn(form),
  };
}

export const createTemplateAction = action(
  "createTemplateAction",
  { input: CreateIncidentTemplate, read },
  async ({ ctx, target, input }) => {
    await createIncidentTemplate(ctx, target, input);
    return { go: `${addressOf(target.subdomain)}?done=created` };
  },
);

export const updateTemplateAction = action(
  "updateTemplateAction",
  { input: UpdateIncidentTemplate, read },
  async ({ ctx, target, input }) => {
    if (!input.name) throw invalid({ name: [{ code: "blank" }] });
    if (!input.title) throw invalid({ title: [{ code: "blank" }] });
    await updateIncidentTemplate(ctx, target, input);
    return { go: `${addressOf(target.subdomain)}?done=saved` };
  },
);

export const deleteTemplateAction = action(
  "deleteTemplateAction",
  {
    input: z.object({ confirm: z.string() }),
    read: (form) => ({ confirm: textIn(form, "confirm") }),
  },
  async ({ ctx, target, input }) => {
    const { name } = await getIncidentTemplate(ctx, target);
    if (input.confirm.trim() !== name.trim()) throw invalid({ confirm: [{ code: "mismatch" }] });
    await deleteIncidentTemplate(ctx, target);
    return { go: `${addressOf(target.subdomain)}?done=deleted` };
  },
);
