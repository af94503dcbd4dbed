/**
 * Garments in the order of the owner's shelf, a list of their ids; those that are not on it follow in the order they
 * have. Ids of garments that are gone change nothing.
 */
export function inShelfOrder<Garment>(
  garments: readonly Garment[],
  shelf: readonly string[],
  idOf: (garment: Garment) => string,
): Garment[] {
  if (shelf.length === 0) return [...garments]
  const places = new Map(shelf.map((id, place) => [id, place]))
  const placeOf = (garment: Garment) => places.get(idOf(garment)) ?? shelf.length
  return garments.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The list with one entry moved to a place, from 0. */
export function moved<Key>(keys: readonly Key[], key: Key, to: number): Key[] {
  return keys.filter((other) => other !== key).toSpliced(Math.max(0, to), 0, key)
}
