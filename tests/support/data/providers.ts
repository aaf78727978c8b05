import { provideEnv } from "#lib/platform/config/env.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";

/** These are the sign-in providers of this process, and no others. */
export function setProviders(settings: Record<string, string>): void {
  for (const name of Object.keys(process.env))
    if (name.startsWith("OIDC_")) delete process.env[name];
  Object.assign(process.env, settings);
  provideEnv({ APP_SECRET });
}
