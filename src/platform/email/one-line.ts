import { keptLine } from '#platform/text/kept-text.ts'

/**
 * Text typed by a user, as one line of an e-mail: without line breaks, which could imitate the shop's own lines, and
 * without bidirectional control characters. Null for empty text.
 */
export function oneLine(text: string | null | undefined): string | null {
  return (text && keptLine(text)) || null
}
