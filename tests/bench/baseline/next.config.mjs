process.env.NEXT_TELEMETRY_DISABLED = "1";

/**
 * The yardstick of the API's figures: an empty route handler, built with the same settings as ours.
 */
export default {
  compress: false,
  poweredByHeader: false,
  turbopack: { root: new URL("../../..", import.meta.url).pathname },
};
