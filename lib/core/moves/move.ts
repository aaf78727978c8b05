import { AppError, notFound } from "#lib/platform/errors/errors.ts";

/**
 * An organization between two installations. `moving`: it is being copied to another one; `moved`:
 * it is there as `moved_id`, and `moved_to` is the other's base address; `arriving`: it is being
 * copied to here.
 */
export type MoveState = { organization_id: number } & (
  | { state: "moving" | "arriving" }
  | { state: "moved"; moved_to: string; moved_id: number | null }
);

const RETRY_AFTER_S = 60;

/** Nothing of the organization changes for now. */
export class Moving extends AppError {
  constructor() {
    const message =
      "This organization is being moved to another installation and cannot be changed right now. Try again in a minute.";
    super("moving", message, {}, RETRY_AFTER_S);
  }
}

export class Moved extends AppError {
  readonly moved_to: string;
  readonly moved_id: number | null;
  readonly organization_id: number;
  constructor({ moved_to, moved_id, organization_id }: MoveState & { state: "moved" }) {
    super("moved", `This organization has moved to ${moved_to}`);
    this.moved_to = moved_to;
    this.moved_id = moved_id;
    this.organization_id = organization_id;
  }
}

/** @throws {Moved} @throws {AppError} `not_found` while it is arriving */
export function requireShown(move: MoveState | null): void {
  if (move?.state === "moved") throw new Moved(move);
  if (move?.state === "arriving") throw notFound();
}

/** @throws {Moved} @throws {Moving} */
export function requireChangeable(move: MoveState | null): void {
  if (move?.state === "moved") throw new Moved(move);
  if (move) throw new Moving();
}

export function isMoveError(error: unknown): error is Moving | Moved {
  return error instanceof Moving || error instanceof Moved;
}
