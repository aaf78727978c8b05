const OWN = /\S*[\d…@.]\S*/g;

/** What a server said, without numbers, names and addresses, which differ for each recipient. */
export function causeOf(said: string): string {
  return said.replaceAll(OWN, "").replaceAll(/\s+/g, " ").trim();
}
