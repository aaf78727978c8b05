import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { AppError } from "#lib/platform/errors/errors.ts";

/** The app is gone, died during the request, or does not answer. */
export class AppLost extends AppError {
  constructor(message: string) {
    super("unavailable", message);
  }
}

export abstract class Exchange implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | null = null;
  #given_up: Error | null = null;
  #hasBegun = false;
  #onEnd = (_lost: boolean): void => {};
  #retry = (): boolean => false;

  /** @param onEnd receives whether the app was lost */
  carry(onEnd: (lost: boolean) => void): void {
    this.#onEnd = onEnd;
  }

  /**
   * Sets a retry for an app lost before its answer began.
   * @param retry returns false if it is impossible
   */
  orElse(retry: () => boolean): void {
    this.#retry = retry;
  }

  giveUp(reason: Error): void {
    this.#given_up ??= reason;
    this.#controller?.abort(reason);
  }

  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    this.#controller?.resume();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#given_up) controller.abort(this.#given_up);
  }

  onResponseStart(
    { rawHeaders }: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    this.#hasBegun = true;
    this.begin(status, headers, (rawHeaders ?? []) as Buffer[]);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.add(chunk);
  }

  onResponseEnd(): void {
    this.#onEnd(false);
    this.end();
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    const reason = this.#given_up ?? new AppLost(`The app does not answer: ${error.message}`);
    this.#onEnd(this.#given_up === null);
    if (this.#hasBegun || !(reason instanceof AppLost) || !this.#tryAgain()) this.fail(reason);
  }

  #tryAgain(): boolean {
    const retry = this.#retry;
    this.#retry = () => false;
    this.#given_up = null;
    this.#controller = null;
    return retry();
  }

  /** @param raw names and values in turn */
  protected abstract begin(status: number, headers: IncomingHttpHeaders, raw: Buffer[]): void;
  protected abstract add(chunk: Buffer): void;
  protected abstract end(): void;
  protected abstract fail(error: Error): void;
}

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

export class Whole extends Exchange {
  readonly #done = Promise.withResolvers<Answer>();
  readonly #chunks: Buffer[] = [];
  #head: Omit<Answer, "body"> = { status: 0, headers: {} };

  get done(): Promise<Answer> {
    return this.#done.promise;
  }

  protected begin(status: number, headers: IncomingHttpHeaders): void {
    this.#head = { status, headers };
  }

  protected add(chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  protected end(): void {
    this.#done.resolve({ ...this.#head, body: Buffer.concat(this.#chunks) });
  }

  protected fail(error: Error): void {
    this.#done.reject(error);
  }
}
