import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'
import { confirmed } from './start-facts.ts'
import { type StepId, steps } from './steps.ts'

const Step = z.object({
  id: z.enum(steps.map(({ id }) => id) as [StepId, ...StepId[]]),
  title: z.string(),
  state: z.enum(['done', 'missing', 'blocked']),
  /** What is done, what is missing, or why not yet. */
  reason: z.string(),
  /** The address in the back office at which it is done. */
  to: z.string().nullable(),
  /** What the owner confirms on the list itself. */
  confirms: z.enum(confirmed).nullable(),
})

const List = z.object({
  steps: z.array(Step),
  /** Garments of the opening catalogue that are as they came. */
  example_garments: z.int(),
  /** The latest test e-mail to the owner. */
  test_email: z.enum(['waiting', 'sent', 'failed']).nullable(),
})

/** What a shop needs before it sells: each step done, missing, or why not yet. */
export const readStart = contract({ name: 'start', method: 'GET', caller: 'administrators', response: List })
export type StartList = z.output<typeof List>

/** Confirms a step that only the owner can judge, or takes that back. */
export const confirmStep = contract({
  name: 'confirm-step',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ step: z.enum(confirmed), confirmed: z.boolean() }),
  response: List,
})

/** Deletes the garments that are still those of the opening catalogue; they can be restored from the archive. */
export const deleteExampleGarments = contract({
  name: 'delete-example-garments',
  method: 'POST',
  caller: 'administrators',
  request: z.object({}),
  response: List.extend({ deleted: z.int() }),
})

const Record = z.object({ state: z.enum(['found', 'missing', 'wrong', 'unknown']), value: z.string().nullable() })

/** The records by which other servers know e-mails of the sender's domain, looked up now. */
export const readMailDomain = contract({
  name: 'mail-domain',
  method: 'GET',
  caller: 'administrators',
  response: z.object({ domain: z.string(), spf: Record, dkim: Record, dmarc: Record }),
})
