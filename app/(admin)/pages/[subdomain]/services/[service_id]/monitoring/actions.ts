"use server";
import { action } from "#lib/api/actions.ts";
import { addressIn } from "#lib/core/forms/read.ts";
import { StartChecks, startChecks } from "#lib/services/update.ts";

const ADDRESS = "address.";

/** The fields `address.{id}` of a form. */
function addressesIn(form: FormData): Record<string, string | undefined> {
  const given = [...form.keys()].filter((name) => name.startsWith(ADDRESS));
  const entries = given.map((name) => [name.slice(ADDRESS.length), addressIn(form, name)] as const);
  return Object.fromEntries(entries);
}

export const watchServicesAction = action(
  "watchServicesAction",
  { input: StartChecks, read: (form) => ({ address: addressesIn(form) }) },
  async ({ ctx, target, input, t }) => {
    const count = await startChecks(ctx, target, input);
    return { text: t("admin_services.watch.done", { count }) };
  },
);
