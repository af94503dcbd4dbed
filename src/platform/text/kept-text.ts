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
