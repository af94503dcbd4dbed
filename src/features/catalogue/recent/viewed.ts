import { storedGarments, withFirst } from '../stored-garments.ts'

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
