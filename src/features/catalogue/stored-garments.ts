import { type StoredValue, storedValue } from '#base/stored-value.ts'
import { shop } from '#shop'

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * A list of garments in this browser: their ids, latest first, at most `most`. Stored under `tkw-` and its name, and
 * shared by all tabs.
 */
export function storedGarments(name: string, most: number): StoredValue<string[]> {
  return storedValue({
    key: `${shop.shortName}-${name}`,
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
