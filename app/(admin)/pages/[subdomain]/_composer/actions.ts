"use server";
import { z } from "zod";
import { withNames } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { question } from "#lib/actions.ts";
import { Pagination, sliceFrom } from "#lib/api/pagination.ts";
import { wireNow } from "#lib/clock.ts";
import { env } from "#lib/env.ts";
import { listIncidents } from "#lib/incidents/read.ts";
import { getStatusPage } from "#lib/status-pages/read.ts";
import { type Composable, composable, worstFirst } from "./composable.ts";

/** What an update can be posted to now, the worst first. */
export const readOpenIncidentsAction = question(
  "readOpenIncidentsAction",
  z.object({}),
  async ({ ctx, target }): Promise<Composable[]> => {
    const now = wireNow();
    const page = await getStatusPage(ctx, target);
    const slice = sliceFrom(Pagination.parse({}), env().APP_URL);
    const { rows } = await listIncidents(ctx, target, slice, { status: "open" });
    const incidents = await withNames({ ctx, page }, rows);
    return incidents.map((incident) => composable(incident, now)).toSorted(worstFirst);
  },
);
