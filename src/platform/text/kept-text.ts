/** What turns the direction of text around it: on a page or a slip it could make the shop's own words unreadable. */
const turning = /[\p{Bidi_Control}\ufeff]+/gu

/** One line of what a person wrote, as it is: blanks are one space. Joiners stay, of which Persian words and emoji are made. */
export function keptLine(text: string): string {
  return text
    .replace(turning, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** What a person wrote, with plain line breaks; at most one empty line in a row. */
export function keptText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(turning, '')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The length of a text as people and PostgreSQL count it: an emoji is no two letters. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** The beginning of a text, of `most` characters at most, that ends between two letters or emoji and never inside one. */
export function cutCharacters(text: string, most: number): string {
  if (countCharacters(text) <= most) return text
  let [cut, left] = ['', most]
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    left -= countCharacters(segment)
    if (left < 0) break
    cut += segment
  }
  return cut
}

/**
 * Text typed by a user, as one line of an e-mail: without line breaks, which could imitate the shop's own lines, and
 * without bidirectional control characters. Null for empty text.
 */
export function oneLine(text: string | null | undefined): string | null {
  return (text && keptLine(text)) || null
}

/**
 * The text without these characters at its end. A pattern such as `/-+$/` is tried again at each of its characters, so
 * its time grows with their square.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/**
 * The text with `instead` for each e-mail address in it. Words are found first: a pattern with the @ in it is tried
 * again at each character of a long word.
 */
export function replaceAddresses(text: string, instead: string): string {
  return text.replaceAll(/[^\s<>"']+/g, (word) => (/.@./.test(word) ? instead : word))
}
