"use server";
import { z } from "zod";
import type { ServiceChoice } from "#app/_ui/admin/service-picker.tsx";
import { readChoices } from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import { question } from "#lib/api/actions.ts";
import { previewAudience } from "#lib/notifications/audience/audience.ts";
import type { Audience } from "#lib/notifications/audience/schema.ts";
import { getStatusPage } from "#lib/pages/read.ts";
import type { Composable } from "./composable.ts";
import { type Kit, readComposable, readKit, readOpen } from "./read.ts";

const MAX_TYPED = 70_000;

/** Open incidents, the worst first; `also` is one that somebody writes to. */
export const readOpenIncidentsAction = question(
  "readOpenIncidentsAction",
  z.object({ also: z.int().nullable() }),
  async ({ ctx, target, input, t }): Promise<Composable[]> => {
    const asked = { ctx, t, page: await getStatusPage(ctx, target) };
    const open = await readOpen(asked, input.also);
    return Promise.all(open.map((incident) => readComposable(asked, incident)));
  },
);

export const readComposerKitAction = question(
  "readComposerKitAction",
  z.object({}),
  async ({ ctx, target }): Promise<Kit> => readKit({ ctx, page: await getStatusPage(ctx, target) }),
);

/** The services to choose the affected ones from. */
export const readServicesAction = question(
  "readServicesAction",
  z.object({}),
  async ({ ctx, target }): Promise<ServiceChoice[]> =>
    readChoices({ ctx, page: await getStatusPage(ctx, target) }),
);

export const previewAudienceAction = question(
  "previewAudienceAction",
  z.object({
    type: z.string().max(63),
    service_ids: z.array(z.int().positive()).max(10_000),
    subscription_group_ids: z.array(z.int().positive()).max(100),
    title: z.string().max(MAX_TYPED),
    description: z.string().max(MAX_TYPED),
  }),
  async ({ ctx, target, input: { title, description, ...told } }): Promise<Audience> => {
    const { subscription_group_ids: groups } = told;
    return previewAudience(ctx, target, told, {
      draft: { title, description },
      ...(groups.length > 0 && { subscription_group_ids: groups }),
    });
  },
);
