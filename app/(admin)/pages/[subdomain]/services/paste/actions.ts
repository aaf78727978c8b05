"use server";
import { z } from "zod";
import { action, MAX_AT_ONCE } from "#lib/api/actions.ts";
import { numberIn, textIn } from "#lib/core/forms/read.ts";
import { deleteServices } from "#lib/incidents/delete-service.ts";
import { CreateServices, createServices } from "#lib/services/create.ts";
import { parseServiceList } from "#lib/services/parse-service-list.ts";

export const pasteServicesAction = action(
  "pasteServicesAction",
  {
    input: CreateServices,
    read: (form) => ({
      parent_id: numberIn(form, "parent_id"),
      list: parseServiceList(textIn(form, "list") ?? ""),
    }),
  },
  async ({ ctx, target, input, t }) => {
    const ids = (await createServices(ctx, target, input)).join(" ");
    const undo = { action: "withdraw_services", fields: { ...target, ids } } as const;
    return { text: t("admin_services.done.pasted"), undo };
  },
);

/** Deletes what was pasted a moment ago. */
export const withdrawServicesAction = action(
  "withdrawServicesAction",
  {
    input: z.object({ ids: z.array(z.int()).max(MAX_AT_ONCE) }),
    read: (form) => ({ ids: textIn(form, "ids")?.split(" ").map(Number) ?? [] }),
  },
  async ({ ctx, target, input: { ids }, t }) => {
    await deleteServices(ctx, target, ids);
    return { text: t("admin_services.bulk.deleted", { count: ids.length }) };
  },
);
