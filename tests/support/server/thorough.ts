/** Whether everything is tried as often as was ever promised, as before a release. */
export const isThorough = process.env.TEST_THOROUGH === "1";

/** How often something is tried: as often as every run has time for, or as a thorough one has. */
export function times(usual: number, thorough: number): number {
  return isThorough ? thorough : usual;
}
