import type { Db } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { ConfirmLinks } from './confirm-link.ts'
import type { UnsubscribeLinks } from './unsubscribe-link.ts'

/** What the list works with. */
export type List = { db: Db; queue: Queue; links: UnsubscribeLinks; confirmLinks: ConfirmLinks }

/** Why somebody is written to no more: she said so, she never asked, or her address takes no mail. */
export type No = 'unsubscribed' | 'complaint' | 'bounced'
