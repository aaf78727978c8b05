/** Computes once per arguments. @param max results kept; one more clears all */
export function memoized<T>(
  max: number,
  compute: (...texts: string[]) => T,
): (...texts: string[]) => T {
  const known = new Map<string, T>();
  return (...texts) => {
    const key = texts.length === 1 && texts[0] !== undefined ? texts[0] : texts.join("|");
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= max) known.clear();
    const value = compute(...texts);
    known.set(key, value);
    return value;
  };
}
