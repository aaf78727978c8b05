/** What a driver throws when it cannot go on now, and why: in words for the page's operators. */
export class PutOff extends Error {
  /** How long to wait at least. */
  readonly after_ms: number;

  constructor(trouble: string, after_ms = 0) {
    super(trouble);
    this.after_ms = after_ms;
  }
}
