import { shop } from '#shop'

/** Stored under `tkw-seen`; signing out removes it, see `features/accounts/client/device-data.ts`. */
const key = `${shop.shortName}-seen`
const most = 8
const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The slugs of the garments viewed in this browser, latest first; empty for invalid data. */
export function parseViewed(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    const slugs = Array.isArray(value) ? value : []
    return [...new Set(slugs.filter(isSlug))].slice(0, most + 1)
  } catch {
    return []
  }
}

/** Adds a slug at the front and keeps nine, so that eight others remain to show on its own page. */
export function withViewed(seen: readonly string[], slug: string): string[] {
  return [slug, ...seen.filter((each) => each !== slug)].slice(0, most + 1)
}

/** The slugs to show: without the current garment, and eight at most. */
export function otherViewed(seen: readonly string[], here: string | undefined): string[] {
  return seen.filter((slug) => slug !== here).slice(0, most)
}

function isSlug(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 80 && slugForm.test(value)
}

/** Records `here` as the latest and returns the stored slugs; empty if the browser stores nothing. */
export function recordViewed(here: string | undefined): string[] {
  try {
    const seen = parseViewed(localStorage.getItem(key))
    if (here === undefined || !isSlug(here)) return seen
    const now = withViewed(seen, here)
    localStorage.setItem(key, JSON.stringify(now))
    return now
  } catch {
    return []
  }
}

/** Removes the stored slugs. */
export function clearViewed(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}
