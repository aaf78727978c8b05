/** @type {import("next").NextConfig} */
export default {
  compress: false,
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` type-checks, tests included; a start need not.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pg", "pino", "@node-rs/argon2", "graphile-worker"],
  experimental: { serverActions: { bodySizeLimit: "1mb" } },
};
