// Marks that turn the direction of the text around them: on a page they could make the shop's own words unreadable.
const direction = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A visitor's text with plain line breaks and without control characters; at most one empty line in a row. */
export function plainText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll(direction, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
