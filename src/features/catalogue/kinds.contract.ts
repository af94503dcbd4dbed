import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'

/** The ids of the kinds that active garments have. */
export const readShownKinds = contract({
  name: 'shown-kinds',
  method: 'GET',
  caller: 'everyone',
  response: z.object({ kinds: z.array(z.string()) }),
})
