import { notFound } from "next/navigation";

/** Any address that leads nowhere. */
export default function UnknownPage(): never {
  notFound();
}
