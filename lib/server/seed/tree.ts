/** A service of a seeded page with what is below it. Names are unique within the page. */
export type Branch = {
  name: string;
  description: string;
  de?: { name?: string; description: string };
  children?: readonly Branch[];
};
