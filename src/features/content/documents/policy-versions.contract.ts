import { z } from 'zod'
import { contract, time } from '#platform/http/contract.ts'
import type { Document } from './document.ts'
import { policies } from './document-kinds.ts'

const path = z.enum(policies)

/** One published version of a policy: `until` is when the next one took its place. */
export const readPolicyVersion = contract({
  name: 'policy-version',
  method: 'GET',
  caller: 'everyone',
  query: z.object({ path, number: z.string().regex(/^\d{1,6}$/) }),
  response: z.object({
    content: z.custom<Document>().meta({ title: 'Document' }),
    at: time,
    until: time.nullable(),
  }),
  refuses: ['not_found'],
})

/** The versions of the policies that were shown at a time: those that the buyer of an order agreed to. */
export const listPoliciesAt = contract({
  name: 'policies-at',
  method: 'GET',
  caller: 'everyone',
  query: z.object({ at: z.iso.datetime({ offset: true }) }),
  response: z.object({ policies: z.array(z.object({ path, number: z.int(), name: z.string() })) }),
})
export type PolicyAt = z.output<typeof listPoliciesAt.response>['policies'][number]
