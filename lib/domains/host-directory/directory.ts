import type { Db } from "#db/index.ts";
import { leafOf, namesOf } from "#lib/domains/certificates/x509.ts";
import { type Copies, copyOf, type KeyedCertificate } from "#lib/domains/host-directory/copies.ts";
import {
  FALLBACK,
  type Host,
  type HostChange,
  isCovered,
} from "#lib/domains/host-directory/hosts.ts";
import {
  findCertificates,
  findChallenges,
  type Stored,
} from "#lib/domains/host-directory/queries.ts";
import type { HostRecord } from "#lib/domains/host-directory/read.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { isOwnName } from "#lib/platform/http/hosts.ts";
import { log } from "#lib/platform/log.ts";

const BATCH = 100;
const MAX_PREFERRED = 1_000;

/** `marks` are the versions that the copies were made from. */
type KnownHost = Host & { marks: Pick<HostRecord, "certificate" | "challenge"> };
type Shared = { copy: string; names: string[] };
/** `nextPreferred` returns names to process first, whether listed in `names` or not. */
type SyncPlan = {
  names: Iterable<string>;
  found: Map<string, HostRecord>;
  nextPreferred: () => string[];
};
type Index = { hosts: [string, KnownHost][]; file: Shared | null; self_signed: string | null };

export class Directory {
  readonly #copies: Copies;
  readonly #send: (changes: HostChange[]) => void;
  readonly #known = new Map<string, KnownHost>();
  readonly #prioritized = new Set<string>();
  #file: Shared | null = null;
  #self_signed: string | null = null;

  /** @param tell receives changes for the fronts, after their copies are written */
  constructor(copies: Copies, send: (changes: HostChange[]) => void) {
    this.#copies = copies;
    this.#send = send;
  }

  /** @returns whether an earlier process left an index */
  async open(): Promise<boolean> {
    const index = await this.#copies.readIndex<Index>();
    if (!index) return false;
    const there = new Set(await this.#copies.list());
    const isThere = (copy: string | null) => copy === null || there.has(copy);
    for (const [name, known] of index.hosts)
      if (isThere(known.certificate) && isThere(known.challenge)) this.#known.set(name, known);
    this.#file = index.file && isThere(index.file.copy) ? index.file : null;
    this.#self_signed = isThere(index.self_signed) ? index.self_signed : null;
    return true;
  }

  get hasFile(): boolean {
    return this.#file !== null;
  }

  get hasSelfSigned(): boolean {
    return this.#self_signed !== null;
  }

  async setSelfSigned(certificate: KeyedCertificate): Promise<void> {
    this.#self_signed = await this.#copies.write(certificate);
    this.#send([this.#changeOf(FALLBACK)]);
  }

  async setFile(certificate: KeyedCertificate | null): Promise<void> {
    if ((certificate && copyOf(certificate)) === (this.#file?.copy ?? null)) return;
    const before = this.#file?.names ?? [];
    const copy = certificate && (await this.#copies.write(certificate));
    this.#file = certificate && copy ? { copy, names: certificate.names } : null;
    this.#send([...this.all(), ...before.map((name) => this.#changeOf(name))]);
  }

  all(): HostChange[] {
    const names = [...this.#known.keys(), ...(this.#file?.names ?? []), FALLBACK];
    return [...new Set(names)].map((name) => this.#changeOf(name));
  }

  prioritize(names: readonly string[]): void {
    if (this.#prioritized.size < MAX_PREFERRED)
      for (const name of names) this.#prioritized.add(name);
  }

  /** Updates some names from the database. @returns whether anything changed */
  async sync(db: Db, names: Iterable<string>, found: Map<string, HostRecord>): Promise<boolean> {
    return this.#bringInTurns(db, { names, found, nextPreferred: () => [] });
  }

  async syncAll(db: Db, found: Map<string, HostRecord>): Promise<boolean> {
    const names = new Set([...this.#known.keys(), ...found.keys()]);
    const nextPreferred = () => this.#takePreferred();
    const isAnyChanged = await this.#bringInTurns(db, { names, found, nextPreferred });
    this.#prioritized.clear();
    return isAnyChanged;
  }

  async #bringInTurns(db: Db, { names, found, nextPreferred }: SyncPlan): Promise<boolean> {
    const changed = new Set([...names].filter((name) => !this.#isAs(name, found.get(name))));
    const isAnyChanged = changed.size > 0;
    while (changed.size > 0) {
      const some = nextPreferred();
      if (some.length === 0) some.push(...changed.values().take(BATCH));
      await this.#bringSome(db, some, found);
      for (const name of some) changed.delete(name);
    }
    return isAnyChanged;
  }

  #takePreferred(): string[] {
    const some = [...this.#prioritized.values().take(BATCH)];
    for (const name of some) this.#prioritized.delete(name);
    return some;
  }

  async save(): Promise<void> {
    const index: Index = {
      hosts: [...this.#known],
      file: this.#file,
      self_signed: this.#self_signed,
    };
    await this.#copies.writeIndex(index);
  }

  async deleteUnused(): Promise<void> {
    const used = new Set([this.#file?.copy, this.#self_signed]);
    for (const { certificate, challenge } of this.#known.values())
      used.add(certificate).add(challenge);
    for (const copy of await this.#copies.list())
      if (!used.has(copy)) await this.#copies.drop(copy);
  }

  #isAs(name: string, found: HostRecord | undefined): boolean {
    const known = this.#known.get(name);
    if (!known || !found) return known === undefined && found === undefined;
    const { allowed, marks } = known;
    return (
      allowed === found.allowed &&
      marks.certificate === found.certificate &&
      marks.challenge === found.challenge
    );
  }

  async #bringSome(db: Db, names: string[], found: Map<string, HostRecord>): Promise<void> {
    const wanted = (what: "certificate" | "challenge") =>
      names.filter((name) => {
        const mark = found.get(name)?.[what];
        return mark && mark !== this.#known.get(name)?.marks[what];
      });
    const certificates = await this.#store(wanted("certificate"), (some) =>
      findCertificates(db, some),
    );
    const challenges = await this.#store(wanted("challenge"), (some) =>
      findChallenges(
        db,
        some.flatMap((name) => found.get(name)?.challenge ?? []),
      ),
    );
    for (const name of names) this.#take(name, found.get(name), { certificates, challenges });
    this.#send(names.map((name) => this.#changeOf(name)));
  }

  #take(
    name: string,
    now: HostRecord | undefined,
    { certificates, challenges }: Record<"certificates" | "challenges", Map<string, string>>,
  ): void {
    if (!now) return void this.#known.delete(name);
    const { allowed, certificate, challenge } = now;
    const before = this.#known.get(name);
    this.#known.set(name, {
      allowed,
      certificate: certificate && (certificates.get(name) ?? before?.certificate ?? null),
      challenge: challenge && (challenges.get(name) ?? before?.challenge ?? null),
      marks: { certificate, challenge },
    });
  }

  /** @returns copy names by host */
  async #store(
    names: string[],
    find: (names: string[]) => Promise<Stored[]>,
  ): Promise<Map<string, string>> {
    if (names.length === 0) return new Map();
    const copies = (await find(names)).map(async (stored) => {
      const certificate = this.#opened(stored);
      return certificate ? [[stored.name, await this.#copies.write(certificate)] as const] : [];
    });
    return new Map((await Promise.all(copies)).flat());
  }

  #opened({ name, chain, private_key }: Stored): KeyedCertificate | null {
    if (chain === null || private_key === null) return null;
    const key = unsealIfOurs(private_key);
    const leaf = leafOf(chain);
    if (key && leaf) return { names: namesOf(leaf), chain, key };
    const wrong = key
      ? "reading the certificate of a host failed"
      : "the key of a host's certificate is not sealed by this APP_SECRET";
    log().error({ host: name }, wrong);
    return null;
  }

  #changeOf(name: string): HostChange {
    const known = this.#known.get(name);
    const certificate = this.#certificateOf(name, known);
    if (!known && !certificate) return [name, null];
    const { allowed = false, challenge = null } = known ?? {};
    return [name, { allowed, certificate, challenge }];
  }

  /** The installation's own certificate comes first for its own names, and last for others. */
  #certificateOf(name: string, known: KnownHost | undefined): string | null {
    if (name === FALLBACK) return this.#self_signed;
    const isInFile = this.#file !== null && isCovered(name, this.#file.names);
    const file = isInFile ? (this.#file?.copy ?? null) : null;
    if (file && isOwnName(name)) return file;
    return known?.certificate ?? file;
  }
}
