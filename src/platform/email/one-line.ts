/**
 * What somebody typed, as one line of a letter: no breaks that would look like lines of ours, no marks that turn the
 * direction of the text around. Null for nothing.
 */
export function oneLine(text: string | null | undefined): string | null {
  return (
    text
      ?.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim() || null
  )
}
