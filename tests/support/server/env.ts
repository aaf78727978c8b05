import { provideEnv } from "#lib/platform/config/env.ts";

/** As the scripts of package.json have it: a start compiles nothing that an earlier one did. */
const COMPILED = "node_modules/.cache/compiled";

/** What every process of a test shares, where there is no data directory to find it in. */
export const APP_SECRET = "a-secret-for-tests-that-is-long-enough";

/** Servers whose jobs nobody does; files that name it share them. */
export const WITHOUT_WORKER = { WORKER: "off" };

/**
 * The environment for a process that is to find its own database and secret, not those of this one.
 */
export function ownEnv(settings: Record<string, string>): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_COMPILE_CACHE: COMPILED,
    NODE_ENV: "production",
    DATABASE_URL: "",
    APP_SECRET: "",
    ...settings,
  };
}

/** Whether this process may call addresses in private networks, which every test's receiver has. */
export function allowPrivateTargets(allowed: boolean): void {
  process.env.ALLOW_PRIVATE_TARGETS = allowed ? "1" : "0";
  provideEnv({});
}
