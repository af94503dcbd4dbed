import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'

/** The former slugs of public products with the current ones. */
export const readMovedSlugs = contract({
  name: 'moved-slugs',
  method: 'GET',
  caller: 'everyone',
  response: z.object({ moved: z.record(z.string(), z.string()) }),
})
