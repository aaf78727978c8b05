import { provideEnv } from "#lib/platform/config/env.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { CdnA, TOKEN, ZONE } from "#tests/support/stand-ins/cdn-a.ts";
import { ACCOUNT_KEY, CdnB } from "#tests/support/stand-ins/cdn-b.ts";
import { NameServer } from "#tests/support/stand-ins/name-server.ts";
import { StandIn } from "#tests/support/stand-ins/stand-in.ts";

type Cdns = {
  a: CdnA;
  b: CdnB;
  /** What names that lead to them have; nothing at first. */
  dns: NameServer;
  /** The servers, which can be told what to say next. */
  at_a: StandIn;
  at_b: StandIn;
  /** What a process needs to find them, with credentials of the installation. */
  env: Record<string, string>;
  close(): Promise<void>;
};

const NAMES = ["PROVIDER_URLS", "CDN_A_KEY", "CDN_A_ZONE", "CDN_B_KEY", "DNS_SERVERS"];

/** Both CDNs on this machine, known to this process and those it starts. */
export async function openCdns(): Promise<Cdns> {
  const [a, b] = [new CdnA(), new CdnB()];
  const dns = await NameServer.open();
  const [at_a, at_b] = [await StandIn.open(a.protocol), await StandIn.open(b.protocol)];
  const env = {
    PROVIDER_URLS: `api.cloudflare.com=${at_a.url},api.bunny.net=${at_b.url}`,
    CDN_A_KEY: TOKEN,
    CDN_A_ZONE: ZONE,
    CDN_B_KEY: ACCOUNT_KEY,
    DNS_SERVERS: dns.address,
  };
  allowPrivateTargets(true);
  Object.assign(process.env, env);
  provideEnv({});
  const close = async () => {
    for (const name of NAMES) delete process.env[name];
    allowPrivateTargets(false);
    provideEnv({});
    await Promise.all([at_a.close(), at_b.close(), dns.close()]);
  };
  return { a, b, dns, at_a, at_b, env, close };
}
