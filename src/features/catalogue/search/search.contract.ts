import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'
import { longestSearch } from './longest-search.ts'

/** Searches the active garments. Refuses busy when sixty searches wait already. */
export const searchGarments = contract({
  name: 'search-garments',
  method: 'GET',
  caller: 'everyone',
  query: z.object({ q: z.string().transform((words) => words.slice(0, longestSearch)) }),
  response: z.object({
    /** Best match first. */
    ids: z.array(z.string()),
    /** `anything`: the search had no usable words: it was empty, or had stop words only. */
    match: z.enum(['all', 'some', 'none', 'anything']),
    /** The corrected words, if some were taken for typing errors. */
    meant: z.string().nullable(),
    /** The figures and units, such as `160 cm`, that are in no garment's name and were not searched. */
    left: z.string().nullable(),
  }),
})
export type SearchMatches = z.output<typeof searchGarments.response>
