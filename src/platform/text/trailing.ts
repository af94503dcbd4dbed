/**
 * The text without these characters at its end. A pattern such as `/-+$/` is tried again at each of its characters, so
 * its time grows with their square.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
