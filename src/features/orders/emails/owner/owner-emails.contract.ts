import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'

const OwnerEmails = z.object({
  /** The shop's own address, the default. */
  shop: z.string(),
  /** The chosen address, `off` for no e-mails, or null for the shop's address. */
  to: z.string().nullable(),
  /** The setting's version; null while it was never saved. */
  version: z.string().nullable(),
})
export type OwnerEmails = z.output<typeof OwnerEmails>

export const readOwnerEmails = contract({
  name: 'owner-emails',
  method: 'GET',
  caller: 'administrators',
  response: OwnerEmails,
})

/** Refuses conflict where someone else saved first. */
export const changeOwnerEmails = contract({
  name: 'owner-emails',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ to: z.string().max(254).nullable(), version: z.string().max(40).nullable() }),
  response: OwnerEmails,
  refuses: ['conflict'],
})
