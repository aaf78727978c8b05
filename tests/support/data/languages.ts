/** A language that nobody writes texts for: Klingon. */
export const UNSPOKEN = "tlh";
