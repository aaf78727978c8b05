import {
  type Lock,
  nameOf,
  neededBy,
  type Package,
  shippedPackages,
} from "#deploy/release/packages.ts";

// Written here because `npm sbom --omit=dev` differs at each call, and leaves out what development
// needs, too, such as pg.
const FORMAT = {
  $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
};

function identify(name: string, version = ""): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function componentOf(path: string, { version, license, integrity = "", optional }: Package) {
  const purl = identify(nameOf(path), version);
  const [name = "", group] = nameOf(path).split("/").reverse();
  const hash = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
  return {
    type: "library",
    "bom-ref": purl,
    ...(group && { group }),
    name,
    version,
    scope: optional ? "optional" : "required",
    hashes: [{ alg: "SHA-512", content: hash }],
    licenses: [{ expression: license }],
    purl,
  };
}

/**
 * The CycloneDX bill of materials of whatever the lock has for a running Allclear, on every
 * platform. The same lock gives the same text.
 */
export function billOfMaterials(lock: Lock): string {
  const { name = "", version, license, ...root } = lock.packages[""] ?? {};
  const self = identify(name, version);
  const components = new Map<string, ReturnType<typeof componentOf>>();
  const needs = new Map<string, Set<string>>();
  const refsOf = (paths: string[]) =>
    paths.map((path) => identify(nameOf(path), lock.packages[path]?.version));
  needs.set(self, new Set(refsOf(neededBy(lock, "", root))));
  for (const path of shippedPackages(lock)) {
    const entry = lock.packages[path] ?? {};
    const component = componentOf(path, entry);
    components.set(component.purl, component);
    // One version may be there twice, each with its own needs.
    const known = needs.get(component.purl) ?? [];
    needs.set(component.purl, new Set([...known, ...refsOf(neededBy(lock, path, entry))]));
  }
  const application = {
    type: "application",
    "bom-ref": self,
    name,
    version,
    licenses: [{ expression: license }],
    purl: self,
  };
  const bom = {
    ...FORMAT,
    metadata: { component: application },
    components: [...components.values()],
    dependencies: [...needs].map(([ref, refs]) => ({ ref, dependsOn: [...refs].sort() })),
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}
