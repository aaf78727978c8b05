/** Orders for rows in their new sequence, as near to the old ones as they can be. */
export function ordersOf(rows: readonly { id: number; order: number }[]): Map<number, number> {
  const sorted = rows.map(({ order }) => order).toSorted((a, b) => a - b);
  let last = 0;
  const orders = rows.map(({ id }, index): [number, number] => {
    last = Math.max(last + 1, sorted[index] ?? 0);
    return [id, last];
  });
  return new Map(orders);
}
