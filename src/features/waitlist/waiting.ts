import type { AuthDeps } from '#platform/auth/auth-deps.ts'
import type { Db } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { createWaitingLinks, type WaitingLinks } from './waiting-links.ts'

/** The waitlist's dependencies. */
export type Waiting = { db: Db; queue: Queue; links: WaitingLinks; accounts: AuthDeps }

type Options = { accounts: AuthDeps; secretFor: (purpose: string) => string }

/** The dependencies of the waitlist's APIs. `secretFor`: a secret per purpose. */
export function waitingOf({ accounts, secretFor }: Options): Waiting {
  const { db, queue, siteUrl } = accounts
  return { db, queue, accounts, links: waitingLinksOf({ siteUrl, secretFor }) }
}

/** The links in its e-mails; `siteUrl` without a trailing slash. */
export function waitingLinksOf({
  siteUrl,
  secretFor,
}: {
  siteUrl: string
  secretFor: Options['secretFor']
}): WaitingLinks {
  return createWaitingLinks({ siteUrl, secret: secretFor('waiting for a garment') })
}
