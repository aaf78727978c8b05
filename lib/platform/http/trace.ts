import type { X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";

/** In ms; null: the call did not get that far, or skipped the step. */
export type Timing = {
  dns_ms: number | null;
  connect_ms: number | null;
  tls_ms: number | null;
  first_byte_ms: number | null;
};

const round = (ms: number) => Math.round(ms * 10) / 10;

export class Trace {
  readonly timing: Timing = { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null };
  certificate_ends_at: Date | null = null;
  /** `error`: why the certificate is not valid for the name; null: it is. */
  certificate: { presented: X509Certificate; error: string | null } | null = null;
  address: string | null = null;
  #mark = performance.now();

  follow(socket: Socket): void {
    this.#mark = performance.now();
    socket.once("lookup", () => {
      this.timing.dns_ms = this.#lap();
    });
    socket.once("connect", () => {
      this.timing.connect_ms = this.#lap();
      this.address = socket.remoteAddress ?? null;
    });
    socket.once("secureConnect", () => {
      this.timing.tls_ms = this.#lap();
      if (socket instanceof TLSSocket) this.#meet(socket);
    });
  }

  #meet(socket: TLSSocket): void {
    const presented = socket.getPeerX509Certificate();
    if (!presented) return;
    this.certificate_ends_at = presented.validToDate ?? null;
    const { authorizationError: error } = socket;
    const code = (error as NodeJS.ErrnoException | null)?.code ?? error?.message ?? String(error);
    this.certificate = { presented, error: socket.authorized ? null : code };
  }

  answered(): void {
    this.timing.first_byte_ms = this.#lap();
  }

  #lap(): number {
    const now = performance.now();
    const ms = round(now - this.#mark);
    this.#mark = now;
    return ms;
  }
}
