import { z } from "zod";
import { ids } from "#lib/core/fields/value.ts";

const MAX_GROUPS = 100;
const MARKED = {
  "x-extension": true,
  description:
    "Notifies only members of these groups who subscribed to such updates; none: everyone who subscribed to them",
};

/** To whom something is addressed, as it is sent. */
export const addressed = () => ids(MAX_GROUPS).meta(MARKED);

/** The same as it is answered. */
export const ADDRESSED = z.array(z.int()).meta(MARKED);
