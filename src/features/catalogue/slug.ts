import { withoutTrailing } from '#platform/text/kept-text.ts'

const longest = 80

/** Letters without a Unicode decomposition. */
const spelled: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  '&': ' and ',
}

/** Makes a slug from a name: 'Élodie’s Dress & Belt' is 'elodies-dress-and-belt'. Empty if no character is usable. */
export function suggestSlug(name: string): string {
  const words = name
    .slice(0, 400)
    .toLowerCase()
    .replace(/[ßæœøđðþłı&]/g, (letter) => spelled[letter] ?? '')
    .normalize('NFKD')
    .replace(/[\p{M}'’‘]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest + 1)
    .replace(/^-+/, '')
  return withoutTrailing(withoutTrailing(words, '-').slice(0, longest), '-')
}

/** The first of slug-2, slug-3 and so on that is not taken. */
export function freeSlug(slug: string, taken: readonly string[]): string {
  const known = new Set(taken)
  for (let number = 2; ; number += 1) {
    const ending = `-${number}`
    const candidate = `${withoutTrailing(slug.slice(0, longest - ending.length), '-')}${ending}`
    if (!known.has(candidate)) return candidate
  }
}

/** The problem with a slug, as text; null for a valid one. */
export function slugProblem(slug: string): string | null {
  if (slug.length > longest) return `At most ${longest} characters; this has ${slug.length}.`
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return null
  return 'Small letters, digits and single hyphens between them, such as mary-dress.'
}
