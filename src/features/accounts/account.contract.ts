import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'

/** A session as its user sees it; `device` and `network` are null if unknown. */
const Session = z.object({
  id: z.string(),
  device: z.string().nullable(),
  network: z.string().nullable(),
  signed_in_at: z.string(),
  last_used_at: z.string(),
  has_second_factor: z.boolean(),
  current: z.boolean(),
})
export type Session = z.output<typeof Session>

/** The current one first, then by last use. */
export const listSessions = contract({
  name: 'account-sessions',
  method: 'GET',
  caller: 'users',
  response: z.object({ sessions: z.array(Session) }),
})

export const endSession = contract({
  name: 'end-session',
  method: 'POST',
  caller: 'users',
  request: z.object({ id: z.uuid() }),
  response: z.object({ ended: z.string() }),
  refuses: ['not_found'],
})

/**
 * Removes the second factors that were begun and never confirmed: their names are free again. One that another tab
 * confirms meanwhile stays, which `DELETE /auth/v1/factors/{id}` cannot promise.
 */
export const removeUnfinishedFactors = contract({
  name: 'remove-unfinished-factors',
  method: 'POST',
  caller: 'users',
  response: z.object({ removed: z.int() }),
})
