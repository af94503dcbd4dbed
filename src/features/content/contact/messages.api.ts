import type { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import * as contracts from './messages.contract.ts'
import { answerOwnerMessage, listOwnerMessages, reopenOwnerMessage } from './owner-messages.ts'
import { listSavedReplies, removeReply, saveReply } from './saved-replies.ts'

/** The owner's side of the contact form. */
export function messagesApi(): Hono<Env> {
  return endpoints(
    handle(contracts.listMessages, ({ db }) =>
      db.asService(async (tx) => ({ ...(await listOwnerMessages(tx)), replies: await listSavedReplies(tx) })),
    ),
    handle(contracts.answerMessage, async ({ db, claims: { sub: userId }, body }) => {
      await db.asService((tx) => answerOwnerMessage(tx, { ...body, userId }))
      return { answered: true as const }
    }),
    handle(contracts.reopenMessage, async ({ db, body: { id } }) => ({
      reply: await db.asService((tx) => reopenOwnerMessage(tx, id)),
    })),
    handle(contracts.writeSavedReply, async ({ db, body }) => ({
      saved: await db.asService((tx) => saveReply(tx, body)),
    })),
    handle(contracts.deleteSavedReply, async ({ db, body }) => ({
      deleted: await db.asService((tx) => removeReply(tx, body)),
    })),
  )
}
