"use server";
import { z } from "zod";
import { question } from "#lib/api/actions.ts";
import { checkNow } from "#lib/monitoring/checks/service-checks.ts";

/** Checks a service once, beside its scheduled checks. */
export const checkServiceAction = question("checkServiceAction", z.object({}), ({ ctx, target }) =>
  checkNow(ctx, target),
);
