import type { UnsubscribeLinks } from '#features/subscribers/unsubscribe-link.ts'
import type { Db } from '#platform/database/db.ts'
import type { Letter } from '#platform/email/letter.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { CampaignSender } from './campaign-sender.ts'
import type { Words } from './words.ts'

/** What a copy says to one person alone. `askedAt`: null where the day is not known, as after an import. */
export type Personal = { askedAt: Date | null; unsubscribeUrl: string; headers: Record<string, string> }

/** Lays the words out once; the function it gives makes each person's copy, and is quick. */
export type LaunchWriter = (words: Words) => Promise<(personal: Personal) => Letter>

/** What sending a campaign needs. */
export type Campaigning = {
  db: Db
  queue: Queue
  log: Log
  sender: CampaignSender
  writer: LaunchWriter
  siteUrl: string
  /** When the shop opens, or opened: the owner may change it while the program runs. */
  launchAt: () => Date
  links: Pick<UnsubscribeLinks, 'pageFor' | 'headersFor'>
  /** Aborted when the program is told to stop: whoever waits for a campaign is answered at once. */
  stopping: AbortSignal
}
