import { shopNow, type Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import { consumeLeakyBucket } from '#platform/http/limits/rate-limiter.ts'
import { type Account, setUser } from '../account/account.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { type AuthEmailKind, queueAuthEmail } from '../queue-auth-email.ts'
import { beginFlow, type Challenge } from './flows.ts'
import { type IssuedToken, issueToken, type TokenPurpose } from './one-time-tokens.ts'

type Sending = {
  type: Tables['auth.one_time_tokens']['token_type']
  kind: AuthEmailKind
  /** The `type` of /verify. */
  verifiedAs: string
  /** The columns that keep the time. */
  sentAt: string[]
}

/** The columns and the e-mail of each purpose. */
export const sendings: Record<TokenPurpose, Sending> = {
  signup: sending('confirmation_token', 'verification', ['confirmation_sent_at'], 'signup'),
  invite: sending('confirmation_token', 'invite', ['confirmation_sent_at', 'invited_at']),
  recovery: sending('recovery_token', 'recovery', ['recovery_sent_at']),
  magiclink: sending('recovery_token', 'magic_link', ['recovery_sent_at'], 'magiclink'),
  email_change_new: sending('email_change_token_new', 'email_change', ['email_change_sent_at']),
  email_change_current: sending('email_change_token_current', 'email_change', ['email_change_sent_at']),
  reauthentication: sending('reauthentication_token', 'reauthentication', ['reauthentication_sent_at']),
}

function sending(type: Sending['type'], kind: AuthEmailKind, sentAt: string[], verifiedAs: string = kind): Sending {
  return { type, kind, sentAt, verifiedAs }
}

type Link = {
  account: Account
  purpose: TokenPurpose
  /** The recipient; for `email_change_new` the account's future address. */
  address: string
  redirectTo: string
  challenge: Challenge | null
  /** Further data of the e-mail, such as `newEmail` to the current address. */
  data?: Record<string, string>
}

/**
 * Queues an e-mail with a link and a code, sent once `tx` commits: the token (with a flow if there is a challenge), the
 * time in the account, the e-mail with data `type`, `redirectTo`, `expiresAt`, `email`, `newEmail` and secrets `token`,
 * `code`. `throttleAuthEmail` limits how often.
 */
export async function sendLink(deps: AuthDeps, tx: Tx, link: Link): Promise<IssuedToken> {
  const { account, purpose, redirectTo, challenge } = link
  const { user } = account
  const { type, kind, verifiedAs, sentAt } = sendings[purpose]
  const address = link.address.toLowerCase()
  const issued = await issueToken(deps, tx, { userId: user.id, type, purpose, address, flow: challenge !== null })
  if (challenge) {
    const flow = { id: issued.id, user_id: user.id, authentication_method: 'otp', provider_type: 'email' }
    await beginFlow(tx, challenge, { ...flow, referrer: redirectTo })
  }
  await setUser(tx, user.id, Object.fromEntries(sentAt.map((column) => [column, shopNow])))
  const data = {
    type: verifiedAs,
    redirectTo,
    expiresAt: issued.expiresAt.toISOString(),
    email: user.email ?? '',
    newEmail: purpose === 'email_change_new' ? address : (user.email_change ?? ''),
    ...link.data,
  }
  const secrets = { token: issued.token, code: issued.code }
  await queueAuthEmail(deps, tx, { kind, userId: user.id, recipient: address, data, secrets })
  return issued
}

/**
 * Counts one e-mail of a kind to an address, whether or not an account has that address; the count commits with `tx`.
 * Refuses 429 within 60 s of the last one, and after a burst of five until 600 s have passed for each: as long as a
 * link is valid, so that a stranger who uses up the e-mails of an address leaves a valid link there. Of concurrent
 * calls one passes.
 */
export async function throttleAuthEmail(
  deps: Pick<AuthDeps, 'keyedHash'>,
  tx: Tx,
  { kind, address }: { kind: string; address: string },
): Promise<void> {
  const hash = deps.keyedHash(address.toLowerCase(), 'letter pause')
  const buckets = [
    { kind, hash, secondsPerToken: 60, capacity: 1 },
    { kind: `many of ${kind}`, hash, secondsPerToken: 600, capacity: 5 },
  ]
  await consumeAll(tx, buckets, 'over_email_send_rate_limit')
}

/** One token of each bucket. Refuses 429 with this code while one is empty. */
export async function consumeAll(tx: Tx, buckets: Parameters<typeof consumeLeakyBucket>[1][], code: string) {
  for (const bucket of buckets) {
    const wait = await consumeLeakyBucket(tx, bucket)
    if (wait === 0) continue
    throw new AuthError(429, code, `For security purposes, you can only request this after ${wait} seconds.`)
  }
}
