import {
  type Asked,
  jsonOf,
  type Protocol,
  type Reply,
} from "#tests/support/stand-ins/stand-in.ts";

export const ACCOUNT_KEY = "cdn-b-key-71aa";

type Host = {
  Value: string;
  HasCertificate: boolean;
  ForceSSL: boolean;
  IsSystemHostname: boolean;
};
type Zone = { Id: number; Name: string; OriginUrl: string; Hostnames: Host[]; asked: object };

const no = (status: number, ErrorKey: string, Message: string): Reply => ({
  status,
  body: { ErrorKey, Field: "", Message },
});

/** Pull zones of an account. */
export class CdnB {
  readonly zones = new Map<number, Zone>();
  /** Names of zones, and hosts, that other customers have. */
  readonly taken = new Set<string>();
  /** Hosts whose DNS leads to the provider. */
  readonly pointing = new Set<string>();
  #next = 1_000;

  readonly protocol: Protocol = (asked) => {
    if (asked.headers.accesskey !== ACCOUNT_KEY)
      return no(401, "user.unauthorized", "The request is not authorized.");
    const [, root, id = "", verb] = asked.url.pathname.split("/");
    if (root !== "pullzone") return { status: 404 };
    if (id === "") return asked.method === "POST" ? this.#create(asked) : this.#list(asked);
    if (id === "loadFreeCertificate") return this.#certify(asked);
    const zone = this.zones.get(Number(id));
    if (!zone) return no(404, "pullzone.not_found", "The requested Pull Zone was not found");
    return verb ? this.#change(asked, zone, verb) : this.#one(asked, zone);
  };

  zoneWith(host: string): Zone | undefined {
    return [...this.zones.values()].find(({ Hostnames }) =>
      Hostnames.some(({ Value }) => Value === host),
    );
  }

  /** Puts a zone there, as by a call whose answer was lost. */
  add(Name: string, OriginUrl: string, asked: object = {}): Zone {
    const Id = this.#next++;
    const flags = { HasCertificate: true, ForceSSL: false, IsSystemHostname: true };
    const Hostnames = [{ Value: `${Name}.b-cdn.net`, ...flags }];
    const zone = { Id, Name, OriginUrl, Hostnames, asked };
    this.zones.set(Id, zone);
    return zone;
  }

  #create(asked: Asked): Reply {
    const { Name, OriginUrl, ...rest } = jsonOf(asked) as Zone;
    const names = [...this.zones.values()].map((zone) => zone.Name);
    if (this.taken.has(Name) || names.includes(Name))
      return no(400, "pullzone.name_taken", "The pull zone name is already taken.");
    return { status: 201, body: this.add(Name, OriginUrl, rest) };
  }

  #list({ url }: Asked): Reply {
    const search = url.searchParams.get("search") ?? "";
    const Items = [...this.zones.values()].filter(({ Name }) => Name.includes(search));
    const page = { Items, CurrentPage: 1, TotalItems: Items.length, HasMoreItems: false };
    return { status: 200, body: page };
  }

  #certify({ url }: Asked): Reply {
    const name = url.searchParams.get("hostname") ?? "";
    const host = this.zoneWith(name)?.Hostnames.find(({ Value }) => Value === name);
    if (!host) return no(404, "pullzone.hostname_not_found", "The hostname was not found");
    if (!this.pointing.has(name))
      return no(400, "pullzone.certificate", "The domain is not pointing to our servers.");
    host.HasCertificate = true;
    return { status: 200 };
  }

  #change(asked: Asked, zone: Zone, verb: string): Reply {
    const { Hostname: Value, ForceSSL } = jsonOf(asked) as { Hostname: string; ForceSSL: boolean };
    const host = zone.Hostnames.find((one) => one.Value === Value);
    if (verb === "addHostname") {
      if (this.taken.has(Value) || this.zoneWith(Value))
        return no(
          400,
          "pullzone.hostname_already_registered",
          "The hostname is already registered.",
        );
      const flags = { HasCertificate: false, ForceSSL: false, IsSystemHostname: false };
      zone.Hostnames.push({ Value, ...flags });
      return { status: 204 };
    }
    if (verb !== "setForceSSL" || !host?.HasCertificate)
      return no(400, "pullzone.no_certificate", "The hostname has no certificate.");
    host.ForceSSL = ForceSSL;
    return { status: 204 };
  }

  #one({ method }: Asked, zone: Zone): Reply {
    if (method === "DELETE") this.zones.delete(zone.Id);
    return method === "DELETE" ? { status: 204 } : { status: 200, body: zone };
  }
}
