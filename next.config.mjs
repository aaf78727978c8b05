import { basename } from "node:path";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";
import { MAX_SCREEN_BYTES } from "#lib/platform/http/protocol.ts";

// A build is moved from `.next` to a folder of its own; the app that runs is in its `programs`.
const [, own] = /(\.next-\w+)[\\/]programs[\\/]\w+\.mjs$/.exec(process.argv[1] ?? "") ?? [];

/**
 * Stock `next start` serves what `npm run build` has made of these sources, where that is there.
 * @param {string} phase
 */
async function buildFor(phase) {
  if (own || phase !== PHASE_PRODUCTION_SERVER) return own ?? ".next";
  const { claimBuild } = await import("#lib/server/build/sources.ts");
  return basename(claimBuild() ?? ".next");
}

// Here, and not in each script: whatever starts Next reads this first.
process.env.NEXT_TELEMETRY_DISABLED = "1";

const policy = "frame-ancestors 'none'; object-src 'none'; base-uri 'none'; form-action 'self'";

/** @type {(phase: string) => Promise<import("next").NextConfig>} */
export default async (phase) => ({
  distDir: await buildFor(phase),
  compress: false,
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ["pg", "pino", "@node-rs/argon2", "graphile-worker", "satori", "sharp"],
  // Public documents get a stricter policy from lib/server/cache/csp.ts instead.
  headers: async () => [
    { source: "/:path*", headers: [{ key: "Content-Security-Policy", value: policy }] },
  ],
  // Nothing uses Next's image service: without this, anybody could have it fetch our own paths,
  // past the rate limit.
  images: { unoptimized: true },
  experimental: {
    serverActions: { bodySizeLimit: MAX_SCREEN_BYTES },
    // A start waits for the code of no screen: each loads its own when it is first asked for.
    preloadEntriesOnStart: false,
    // Each kind of screen has a root layout of its own, so none of them has what is not found.
    globalNotFound: true,
  },
});
