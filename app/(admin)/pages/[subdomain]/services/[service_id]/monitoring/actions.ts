"use server";
import { action } from "#lib/api/actions.ts";
import { StartChecks, startChecks } from "#lib/services/update.ts";

const ADDRESS = "address.";

/** The fields `address.{id}` of a form. */
function addressesIn(form: FormData): Record<string, string> {
  const given = [...form].filter(([name]) => name.startsWith(ADDRESS));
  return Object.fromEntries(given.map(([name, value]) => [name.slice(ADDRESS.length), `${value}`]));
}

export const watchServicesAction = action(
  "watchServicesAction",
  { input: StartChecks, read: (form) => ({ address: addressesIn(form) }) },
  async ({ ctx, target, input, t }) => {
    const count = await startChecks(ctx, target, input);
    return { text: t("admin_services.watch.done", { count }) };
  },
);
