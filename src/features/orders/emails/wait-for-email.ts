import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#platform/database/db.ts'

export type Followed = { state: 'sent' | 'waiting' | 'failed'; message: string }

const lookEveryMs = 100

/**
 * Waits until an e-mail is sent, has failed, or was retried more than `attempts` times; `forMs` at most. The message is
 * for the owner.
 */
export async function waitForEmail(
  db: Db,
  { id, attempts, forMs = 3_000 }: { id: string; attempts: number; forMs?: number },
): Promise<Followed> {
  for (const until = performance.now() + forMs; ; await pause(lookEveryMs)) {
    const email = await db.asService((tx) =>
      tx
        .selectFrom('private.outbox')
        .select(['state', 'attempts', 'last_error'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    const { state, last_error: error } = email
    if (state === 'sent') return { state, message: 'The customer has been e-mailed.' }
    if (state === 'failed') return { state, message: `The e-mail could not be sent. ${error ?? ''}`.trim() }
    if (state === 'dropped') return { state: 'failed', message: 'The order has since changed, so no e-mail was sent.' }
    const isPutOff = state === 'waiting' && email.attempts > attempts
    if (isPutOff || performance.now() > until) {
      const message = 'The e-mail is waiting to be sent. The shop will keep trying.'
      return { state: 'waiting', message }
    }
  }
}
