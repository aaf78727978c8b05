/** @type {import("next").NextConfig} */
export default {
  compress: false,
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ["pg", "pino", "@node-rs/argon2", "graphile-worker"],
  experimental: { serverActions: { bodySizeLimit: "1mb" } },
};
