import { randomBytes } from "node:crypto";
import { lookUp } from "#lib/platform/dns/look-up.ts";
import { addressesOf, aliasesOf, type DnsFailure, isTop } from "#lib/platform/dns/records.ts";

const MAX_HOPS = 8;
// Who answers just in time each time is not followed further.
const HOPS_MS = 4_000;

/** What DNS says of a name, and of where it is to lead. */
export type Facts = {
  name: string;
  target: string;
  /** The names it stands for, one after the other. */
  hops: string[];
  v4: string[];
  v6: string[];
  /** Why there are no addresses of a kind. */
  failure: { v4: DnsFailure | null; v6: DnsFailure | null };
  /** The addresses of the target. */
  ours: string[];
  /** Whether it is the top of its zone, where no CNAME can be. */
  is_top: boolean;
  /** The wildcard that answers in place of a record of its own. */
  wildcard: string | null;
};

async function hopsFrom(name: string): Promise<string[]> {
  const hops: string[] = [];
  const end_ms = performance.now() + HOPS_MS;
  for (let at = name; hops.length < MAX_HOPS && performance.now() < end_ms; ) {
    const [next] = (await aliasesOf(at)).found;
    if (next === undefined || next === name || hops.includes(next)) break;
    hops.push(next);
    at = next;
  }
  return hops;
}

async function addressesOfTarget(target: string): Promise<string[]> {
  const found = await lookUp(target).catch(() => []);
  return found.map(({ address }) => address);
}

/** The wildcard beside a name that answers as the name does. */
async function wildcardOver({ name, hops, v4 }: Facts): Promise<string | null> {
  const parent = name.slice(name.indexOf(".") + 1);
  if (!parent.includes(".") || (hops.length === 0 && v4.length === 0)) return null;
  const other = `allclear-${randomBytes(6).toString("hex")}.${parent}`;
  const [alias, addresses] = await Promise.all([aliasesOf(other), addressesOf(other, 4)]);
  const isSame =
    hops.length > 0 ? alias.found[0] === hops[0] : addresses.found.some((one) => v4.includes(one));
  return isSame ? `*.${parent}` : null;
}

/** Whether a name leads to its target, as far as DNS says. */
export function leadsToTarget({ hops, target, v4, v6, ours }: Facts): boolean {
  return hops.includes(target) || [...v4, ...v6].some((address) => ours.includes(address));
}

/** Asks DNS about a name: some ten questions, of which the longest ends within 5 s. */
export async function factsOf(name: string, target: string): Promise<Facts> {
  const [hops, v4, v6, ours, is_top] = await Promise.all([
    hopsFrom(name),
    addressesOf(name, 4),
    addressesOf(name, 6),
    addressesOfTarget(target),
    isTop(name),
  ]);
  const failure = { v4: v4.failure, v6: v6.failure };
  const facts = { name, target, hops, v4: v4.found, v6: v6.found, failure, ours, is_top };
  const seen: Facts = { ...facts, wildcard: null };
  return leadsToTarget(seen) ? seen : { ...seen, wildcard: await wildcardOver(seen) };
}
