import { MAX_SCREEN_BYTES } from "#lib/platform/http/protocol.ts";

// A build is moved from `.next` to a folder of its own; the app that runs is in its `programs`.
const [, build = ".next"] =
  /(\.next-\w+)[\\/]programs[\\/]\w+\.mjs$/.exec(process.argv[1] ?? "") ?? [];

// Here, and not in each script: whatever starts Next reads this first.
process.env.NEXT_TELEMETRY_DISABLED = "1";

const policy = "frame-ancestors 'none'; object-src 'none'; base-uri 'none'; form-action 'self'";

/** @type {import("next").NextConfig} */
export default {
  distDir: build,
  compress: false,
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` type-checks, tests included; a start need not.
  typescript: { ignoreBuildErrors: true },
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
  },
};
