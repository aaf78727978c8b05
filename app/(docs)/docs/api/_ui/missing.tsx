import type { Reference } from "#lib/api/reference/reference.ts";
import { Frame } from "./frame.tsx";

/** The page for every address that leads to nothing in the reference. */
export function Missing({ reference }: { reference: Reference }) {
  return (
    <Frame reference={reference} current={null}>
      <h1>There is no such page</h1>
      <p className="lead">
        The reference has nothing at this address. <a href="/docs/api#operations">All operations</a>{" "}
        are listed in the introduction.
      </p>
    </Frame>
  );
}
