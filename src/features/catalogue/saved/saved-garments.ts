import { storedGarments } from '../stored-garments.ts'

/** The garments saved in this browser, under `tkw-saved`. They outlast a sign-out, as the cart does. */
export const savedGarments = storedGarments('saved', 60)

/** The list with the garment at its front, or without it if it was there. */
export function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [id, ...ids]
}

/** The list with a removed garment back in its place. `before`: the order it had. */
export function putBack(ids: readonly string[], id: string, before: readonly string[]): string[] {
  if (ids.includes(id)) return [...ids]
  const later = before.slice(before.indexOf(id) + 1)
  const next = ids.findIndex((each) => later.includes(each))
  return next === -1 ? [...ids, id] : [...ids.slice(0, next), id, ...ids.slice(next)]
}
