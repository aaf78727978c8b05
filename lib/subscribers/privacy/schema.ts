import { z } from "zod";

export const Person = z.object({ address: z.string().trim().min(1).max(2_048) });
export const ErasePerson = Person.extend({ confirm: z.string() });
