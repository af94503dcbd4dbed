import type { Db } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { ConfirmLinks } from './confirm-link.ts'
import type { UnsubscribeLinks } from './unsubscribe-link.ts'

/** The subscriber list's dependencies. */
export type SubscriberDeps = { db: Db; queue: Queue; links: UnsubscribeLinks; confirmLinks: ConfirmLinks }

/** Why an address gets no more e-mail: unsubscribed, complained, or bounced. */
export type SuppressionReason = 'unsubscribed' | 'complaint' | 'bounced'
