const OWN = /\S*[\d…@.]\S*/g;

/** A server's words without numbers, names and addresses, which differ for each recipient. */
export function causeOf(said: string): string {
  return said.replaceAll(OWN, "").replaceAll(/\s+/g, " ").trim();
}
