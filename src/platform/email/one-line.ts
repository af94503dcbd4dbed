/**
 * Text typed by a user, as one line of an e-mail: without line breaks, which could imitate the shop's own lines, and
 * without bidirectional control characters. Null for empty text.
 */
export function oneLine(text: string | null | undefined): string | null {
  return (
    text
      ?.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim() || null
  )
}
