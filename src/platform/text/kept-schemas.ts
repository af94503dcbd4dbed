import { z } from 'zod'
import { countCharacters, keptLine, keptText } from './kept-text.ts'

const breaking = /[\r\n\p{Zl}\p{Zp}]/u

/** Text of one line, trimmed. Line breaks are refused, since these texts are in subjects and beside headers. */
export function writtenLine(name: string, most: number) {
  return z
    .string()
    .refine((text) => countCharacters(text) <= most, `Please keep ${name} to ${most} characters.`)
    .refine((text) => !breaking.test(text), `Please write ${name} on one line.`)
    .transform(keptLine)
}

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

/** A person's text as a column has it: null where it is empty. */
export function optionalText(max: number, what = 'it') {
  return writtenText(max, `Please keep ${what} to ${max.toLocaleString('en-GB')} characters`)
    .transform((typed) => typed || null)
    .nullable()
}

/** A day, 'YYYY-MM-DD', within PostgreSQL's range, also after date arithmetic. */
export const ExistingDay = z.iso
  .date()
  .refine((day) => day >= '1970-01-02' && day <= '9000-01-01', 'This date doesn’t exist.')
