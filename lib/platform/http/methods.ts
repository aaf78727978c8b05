/** The methods of requests that only look. */
export const LOOKING: readonly string[] = ["GET", "HEAD"];
