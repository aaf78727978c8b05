import { test as base } from "#tests/support/test.ts";

export { expect } from "#tests/support/test.ts";

/** Tests whose server writes all that it can into its log. */
export const test = base.extend({ serverEnv: [{ LOG_LEVEL: "trace" }, { scope: "worker" }] });
