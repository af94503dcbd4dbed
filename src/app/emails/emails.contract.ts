import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'

const kind = z.string().regex(/^[a-z_]{1,60}$/)

/** Every kind of e-mail that the shop sends. */
export const listEmails = contract({
  name: 'emails',
  method: 'GET',
  caller: 'pages',
  response: z.object({
    emails: z.array(
      z.object({
        kind: z.string(),
        title: z.string(),
        to: z.enum(['customers', 'shop']),
        /** Whether the owner's first and last lines are in it. */
        has_lines: z.boolean(),
      }),
    ),
  }),
})

/** An e-mail with invented data, and the owner's lines as in their draft. */
export const readEmailSample = contract({
  name: 'email-sample',
  method: 'GET',
  caller: 'pages',
  query: z.object({ kind }),
  response: z.object({ subject: z.string(), html: z.string() }),
  refuses: ['not_found'],
})

/** Sends that sample to the administrator's own address. Ten in ten minutes. */
export const sendEmailTest = contract({
  name: 'send-email-test',
  method: 'POST',
  caller: 'pages',
  request: z.object({ kind }),
  response: z.object({ sent_to: z.string() }),
  refuses: ['not_found'],
})
