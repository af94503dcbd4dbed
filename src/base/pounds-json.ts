import { z } from 'zod'
import { type Pence, type Pounds, parsePounds, pence } from './money.ts'

/** An amount in pounds of the specification's JSON, as it is. */
export const poundsJson = z.number() as unknown as z.ZodType<Pounds, Pounds>

/** The same in pence: 12.5 and '12.50' are 1,250. Refuses fractions of a penny. */
export const penceJson = z.union([z.number(), z.string()]).transform((amount, { addIssue }): Pence => {
  const read = parsePounds(amount)
  if (read === null) addIssue('This is no amount in pounds.')
  return read ?? pence(0)
})
