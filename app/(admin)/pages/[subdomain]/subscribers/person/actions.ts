"use server";
import { action, question } from "#lib/api/actions.ts";
import { fieldsIn, textIn } from "#lib/core/forms/read.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { ErasePerson, erasePerson, Person, readPerson } from "#lib/subscribers/personal-data.ts";

/** Everything held on an address, for a script to save. */
export const readPersonAction = question("readPersonAction", Person, ({ ctx, target, input }) =>
  readPerson(ctx, target, input),
);

export const erasePersonAction = action(
  "erasePersonAction",
  {
    input: ErasePerson,
    read: (form) => fieldsIn(form, { address: textIn, confirm: textIn }),
  },
  async ({ ctx, target, input, t }) => {
    if (input.confirm.trim() !== input.address) throw invalid({ confirm: [{ code: "mismatch" }] });
    const count = await erasePerson(ctx, target, input);
    return { text: t("admin_person.erased", { count }) };
  },
);
