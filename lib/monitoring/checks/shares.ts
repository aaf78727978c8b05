type Shares = { all: number; each: number };

/** How many checks a worker makes at once. */
export const AT_ONCE = 600;

/**
 * How many of them may be one organization's while so many are under way: a third at most, and
 * never more than what is free. So whoever comes next finds a place though others hang, and once
 * all are taken, those that get free go to who has none.
 */
export function sharesOf(all: number): (under_way: number) => Shares {
  return (under_way) => ({ all, each: Math.min(Math.ceil(all / 3), all - under_way) });
}
