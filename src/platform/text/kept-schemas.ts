import { z } from 'zod'
import { countCharacters, keptText } from './kept-text.ts'

/** A person's text of any lines (see `keptText`), of `max` characters at most. */
export function writtenText(max: number, tooLong: string) {
  return (
    z
      .string()
      // Before the work on it: what is removed is no more than the text itself.
      .max(max * 4 + 100, tooLong)
      .transform(keptText)
      .refine((text) => countCharacters(text) <= max, tooLong)
  )
}
