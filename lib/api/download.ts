/** A file that an operation creates while sending it. */
export class Download {
  readonly #pieces: AsyncIterator<string>;
  readonly #first: IteratorResult<string>;
  readonly type: string;
  readonly name: string;

  private constructor(
    pieces: AsyncIterator<string>,
    first: IteratorResult<string>,
    { type, name }: { type: string; name: string },
  ) {
    this.#pieces = pieces;
    this.#first = first;
    this.type = type;
    this.name = name;
  }

  /** Makes the first piece before anything is sent, so that refusals can still be answered. */
  static async begin(
    pieces: AsyncIterator<string>,
    named: { type: string; name: string },
  ): Promise<Download> {
    return new Download(pieces, await pieces.next(), named);
  }

  response(): Response {
    const pieces = this.#pieces;
    let next: IteratorResult<string> | null = this.#first;
    const source: UnderlyingDefaultSource<Uint8Array> = {
      async pull(controller) {
        const { value, done } = next ?? (await pieces.next());
        next = null;
        if (done) controller.close();
        else controller.enqueue(Buffer.from(value));
      },
      async cancel() {
        await pieces.return?.();
      },
    };
    const headers = {
      "content-type": this.type,
      "content-disposition": `attachment; filename="${this.name}"`,
      "cache-control": "private, no-store",
    };
    return new Response(new ReadableStream(source, { highWaterMark: 0 }), { headers });
  }
}
