import { z } from 'zod'
import { contract, rowOf } from '#platform/http/contract.ts'
import { writtenLine, writtenText } from '#platform/text/kept-schemas.ts'
import { longestReply } from './fill-reply.ts'
import type { OwnerMessage } from './owner-messages.ts'

const SavedReply = z.object({ id: z.uuid(), name: z.string(), reply: z.string(), version: z.int() })
export type SavedReply = z.output<typeof SavedReply>

const replyText = writtenText(
  longestReply,
  `Please keep your reply to ${longestReply.toLocaleString('en-GB')} characters.`,
)

/** The messages of the contact form that are kept, those without an answer first, and the texts that replies begin from. */
export const listMessages = contract({
  name: 'messages',
  method: 'GET',
  caller: 'administrators',
  response: z.object({
    messages: z.array(rowOf<OwnerMessage>('OwnerMessage')),
    /** How many wait for an answer. */
    open: z.int(),
    replies: z.array(SavedReply),
  }),
})

/** Sends a reply in a minute; without one the message counts as answered elsewhere. */
export const answerMessage = contract({
  name: 'answer-message',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ id: z.uuid(), reply: replyText.optional() }),
  response: z.object({ answered: z.literal(true) }),
  refuses: ['not_found', 'conflict'],
})

/** Takes an answer back, and with it a reply that has not left; its text is returned. */
export const reopenMessage = contract({
  name: 'reopen-message',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ id: z.uuid() }),
  response: z.object({ reply: z.string().nullable() }),
  refuses: ['not_found', 'conflict'],
})

/** Writes a saved reply: a new one without `id`, otherwise in place of the `version` that the owner saw. */
export const writeSavedReply = contract({
  name: 'write-saved-reply',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    id: z.uuid().optional(),
    version: z.int32().optional(),
    name: writtenLine('the name', 100).refine((name) => name !== '', 'Please give it a name.'),
    reply: replyText.refine((text) => text !== '', 'Please write the text.'),
  }),
  response: z.object({ saved: SavedReply }),
  refuses: ['not_found', 'conflict'],
})

export const deleteSavedReply = contract({
  name: 'delete-saved-reply',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ id: z.uuid(), version: z.int32() }),
  response: z.object({ deleted: z.uuid() }),
  refuses: ['not_found', 'conflict'],
})
