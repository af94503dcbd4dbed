import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'

/** All that the shop holds about the caller, as a file of JSON: see `collect-my-data.ts`. */
export const exportMyData = contract({
  name: 'export-my-data',
  method: 'POST',
  caller: 'users',
  response: z.record(z.string(), z.unknown()),
})

/** `confirm`: the account's address. */
export const eraseMyAccount = contract({
  name: 'erase-my-account',
  method: 'POST',
  caller: 'users',
  request: z.object({ confirm: z.string().max(255) }),
  response: z.object({ erased: z.literal(true) }),
})
