import { Around } from "./time.tsx";

/** A text with an address where it says `HERE`, which is not torn apart at hyphens. */
export function AddressText({ text, address }: { text: string; address: string }) {
  return (
    <Around text={text}>
      <bdi className="address">{address}</bdi>
    </Around>
  );
}
