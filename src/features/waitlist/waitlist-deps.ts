import type { SecretFor } from '#base/secret-for.ts'
import type { AuthDeps } from '#platform/auth/auth-deps.ts'
import type { Db } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { idNamedBy, isSigned, signId } from '#platform/secrets/signed-id.ts'

/** The waitlist's dependencies. */
export type WaitlistDeps = { db: Db; queue: Queue; links: WaitlistLinks; accounts: AuthDeps }

type Options = { accounts: AuthDeps; secretFor: SecretFor }

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

/** The links in waitlist e-mails, made from a row's id and verifiable by this shop alone. */
export type WaitlistLinks = {
  /** The page with the state and a button to leave. */
  pageFor(id: string): string
  /** The same page with a button to confirm: bound to the e-mail's address. */
  confirmPageFor(waiting: { id: string; email: string }): string
  /** One-click unsubscribe in mail programs (RFC 8058), and the older header (RFC 2369). */
  headersFor(id: string): Record<string, string>
  /** The row id in a token for leaving; null if the token is not the shop's. */
  read(token: string): string | null
  /** The row id in any token, unverified. */
  idIn(token: string): string | null
  /** Whether the confirmation token was sent to this address. */
  confirms(token: string, email: string): boolean
}

/** `siteUrl`: without a trailing slash. */
export function createWaitlistLinks({ siteUrl, secret }: { siteUrl: string; secret: string }): WaitlistLinks {
  return {
    pageFor: (id) => `${siteUrl}/waiting-list?token=${signId(secret, id)}`,
    confirmPageFor: ({ id, email }) => `${siteUrl}/waiting-list?token=${signId(secret, id, email)}`,
    headersFor: (id) => ({
      'List-Unsubscribe': `<${siteUrl}/functions/v1/leave-waiting-list?token=${signId(secret, id)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    read: (token) => (isSigned(secret, token) ? idNamedBy(token) : null),
    idIn: idNamedBy,
    confirms: (token, email) => isSigned(secret, token, email),
  }
}
