import { shop } from '#shop'

/** Stored under `tkw-seen`; signing out removes it, see `features/accounts/client/device-data.ts`. */
const key = `${shop.shortName}-seen`
const most = 8
const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The slugs of the garments that were looked at in this browser, the latest first; none of anything else in its place. */
export function parseSeen(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    const slugs = Array.isArray(value) ? value : []
    return [...new Set(slugs.filter(isSlug))].slice(0, most + 1)
  } catch {
    return []
  }
}

/** The same with one more in front; it is one of nine then, so that eight others are left to show on its own page. */
export function withSeen(seen: readonly string[], slug: string): string[] {
  return [slug, ...seen.filter((each) => each !== slug)].slice(0, most + 1)
}

/** Those to show: not the one that is looked at now, and eight at most. */
export function othersSeen(seen: readonly string[], here: string | undefined): string[] {
  return seen.filter((slug) => slug !== here).slice(0, most)
}

function isSlug(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 80 && slugForm.test(value)
}

/** What this browser has seen, with `here` in front of it from now on. A browser that keeps nothing has seen nothing. */
export function noteSeen(here: string | undefined): string[] {
  try {
    const seen = parseSeen(localStorage.getItem(key))
    if (here === undefined || !isSlug(here)) return seen
    const now = withSeen(seen, here)
    localStorage.setItem(key, JSON.stringify(now))
    return now
  } catch {
    return []
  }
}

/** Nothing was ever seen here. */
export function forgetSeen(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Then nothing was kept.
  }
}
