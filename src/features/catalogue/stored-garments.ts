import { type StoredValue, storagePrefix, storedValue } from '#base/stored-value.ts'

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const keyOf = (name: string) => `${storagePrefix}-${name}`

/** A list of garments in this browser: their ids, latest first, at most `most`. Stored under `tkw-` and its name. */
/* @__NO_SIDE_EFFECTS__ */
export function storedGarments(name: string, most: number): StoredValue<string[]> {
  return storedValue({
    key: keyOf(name),
    parse: (text) => parseIds(text).slice(0, most),
    print: (ids) => JSON.stringify(ids.slice(0, most)),
  })
}

/** Adds an id at the front, or moves it there. */
export function withFirst(ids: readonly string[], id: string): string[] {
  return [id, ...ids.filter((each) => each !== id)]
}

/** The different ids of a stored text; empty for invalid data. */
export function parseIds(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? [...new Set(value.filter(isId))] : []
  } catch {
    return []
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && idForm.test(value)
}

export const savedKey = () => keyOf('saved')

/** The garments saved in this browser, under `tkw-saved`. They outlast a sign-out, as the cart does. */
export const savedGarments = storedGarments('saved', 60)

/** The word on the button that saves a garment. */
export function saveWord(isSaved: boolean): string {
  return isSaved ? 'Saved' : 'Save'
}

/** What is said of the first garment saved. `isStored`: whether the browser keeps the list. */
export function savedNotice(isStored: boolean): { title: string; description: string } {
  return isStored
    ? { title: 'Saved', description: 'Your saved garments stay on this device.' }
    : { title: 'Saved for this visit', description: 'Your browser won’t let us keep it after you leave.' }
}

export const seeList = { label: 'See your list', path: '/saved' }

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

export const viewedKey = () => keyOf('seen')

const most = 8

/**
 * The garments viewed in this browser, under `tkw-seen`: one more than is shown, because a garment's own page leaves it
 * out. Signing out removes them, see `features/accounts/client/device-data.ts`.
 */
const viewed = storedGarments('seen', most + 1)

/** Records `here` as the latest and returns the ids of the garments viewed. */
export function recordViewed(here: string | undefined): string[] {
  return here === undefined ? viewed.get() : viewed.update((ids) => withFirst(ids, here))
}

/** The ids to show: without the current garment, and eight at most. */
export function otherViewed(seen: readonly string[], here: string | undefined): string[] {
  return seen.filter((id) => id !== here).slice(0, most)
}

/** Empties the list. */
export function clearViewed(): void {
  viewed.update(() => [])
}
