import type { AuthDeps } from '#platform/auth/auth-deps.ts'
import type { Db } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { createWaitlistLinks, type WaitlistLinks } from './waitlist-links.ts'

/** The waitlist's dependencies. */
export type WaitlistDeps = { db: Db; queue: Queue; links: WaitlistLinks; accounts: AuthDeps }

type Options = { accounts: AuthDeps; secretFor: (purpose: string) => string }

/** The dependencies of the waitlist's APIs. `secretFor`: a secret per purpose. */
export function createWaitlistDeps({ accounts, secretFor }: Options): WaitlistDeps {
  const { db, queue, siteUrl } = accounts
  return { db, queue, accounts, links: createWaitlistLinksFor({ siteUrl, secretFor }) }
}

/** The links in its e-mails; `siteUrl` without a trailing slash. */
export function createWaitlistLinksFor({
  siteUrl,
  secretFor,
}: {
  siteUrl: string
  secretFor: Options['secretFor']
}): WaitlistLinks {
  return createWaitlistLinks({ siteUrl, secret: secretFor('waiting for a garment') })
}
