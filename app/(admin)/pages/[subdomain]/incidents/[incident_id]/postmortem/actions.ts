"use server";
import { z } from "zod";
import { action } from "#lib/api/actions.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { flagIn, textIn } from "#lib/core/forms/read.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { getIncident } from "#lib/incidents/read.ts";
import { PostUpdate, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/** Publishes what was learned; with `notify` an update says so to whoever heard of the incident. */
export const publishPostmortemAction = action(
  "publishPostmortemAction",
  {
    input: UpdateIncident.pick({ postmortem: true }).extend({
      notify: z.boolean().optional(),
      description: z.string().optional(),
    }),
    record: { read: getIncident, subject: "incident" },
    read: (form) => ({
      postmortem: textIn(form, "postmortem") || null,
      notify: flagIn(form, "notify"),
      description: textIn(form, "description"),
    }),
  },
  async ({ ctx, target, input: { postmortem, notify, description } }) => {
    if (notify && !postmortem) throw invalid({ postmortem: [{ code: "blank" }] });
    if (notify && !description) throw invalid({ description: [{ code: "blank" }] });
    const update = notify && parseInput(PostUpdate, { type: "update", notify, description });
    await updateIncident(ctx, target, parseInput(UpdateIncident, { postmortem }));
    if (update) await postUpdate(ctx, target, update);
    const { subdomain, incident_id } = target;
    return { go: `/pages/${subdomain}/incidents/${incident_id}?done=postmortem` };
  },
);
