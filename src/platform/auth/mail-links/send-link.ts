import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { AuthOneTimeTokenType } from '#platform/database/types.ts'
import { takeEvenly } from '#platform/http/limits/take-evenly.ts'
import type { Account } from '../account/account.ts'
import type { Accounts } from '../accounts.ts'
import { AuthError } from '../auth-error.ts'
import { type AuthLetterKind, queueAuthLetter } from '../queue-auth-letter.ts'
import { beginFlow, type Challenge } from './flows.ts'
import { type IssuedToken, issueToken, type TokenPurpose } from './one-time-tokens.ts'

type SentAt =
  | 'confirmation_sent_at'
  | 'recovery_sent_at'
  | 'email_change_sent_at'
  | 'reauthentication_sent_at'
  | 'invited_at'

type Sending = { type: AuthOneTimeTokenType; kind: AuthLetterKind; verifiedAs: string; sentAt: SentAt[] }

/** What each purpose writes and sends; `verifiedAs` is the `type` of /verify. */
export const sendings: Record<TokenPurpose, Sending> = {
  signup: {
    type: 'confirmation_token',
    kind: 'verification',
    verifiedAs: 'signup',
    sentAt: ['confirmation_sent_at'],
  },
  invite: {
    type: 'confirmation_token',
    kind: 'invite',
    verifiedAs: 'invite',
    sentAt: ['confirmation_sent_at', 'invited_at'],
  },
  recovery: { type: 'recovery_token', kind: 'recovery', verifiedAs: 'recovery', sentAt: ['recovery_sent_at'] },
  magiclink: { type: 'recovery_token', kind: 'magic_link', verifiedAs: 'magiclink', sentAt: ['recovery_sent_at'] },
  email_change_new: {
    type: 'email_change_token_new',
    kind: 'email_change',
    verifiedAs: 'email_change',
    sentAt: ['email_change_sent_at'],
  },
  email_change_current: {
    type: 'email_change_token_current',
    kind: 'email_change',
    verifiedAs: 'email_change',
    sentAt: ['email_change_sent_at'],
  },
  reauthentication: {
    type: 'reauthentication_token',
    kind: 'reauthentication',
    verifiedAs: 'reauthentication',
    sentAt: ['reauthentication_sent_at'],
  },
}

export type Link = {
  account: Account
  purpose: TokenPurpose
  /** Who gets the letter; for `email_change_new` the address that is to become the account's. */
  address: string
  redirectTo: string
  challenge: Challenge | null
  /** More for the letter to tell, such as `newEmail` to the present address. */
  data?: Record<string, string>
}

/**
 * Writes a letter with a link and a code, leaving once `tx` commits: the token (a flow with it, where a challenge came),
 * the time in the account, the letter with data `type`, `redirectTo`, `expiresAt`, `email`, `newEmail` and secrets
 * `token`, `code`. How often is `takeLetterPause`'s question.
 */
export async function sendLink(accounts: Accounts, tx: Tx, link: Link): Promise<IssuedToken> {
  const { account, purpose, redirectTo, challenge } = link
  const { user } = account
  const { type, kind, verifiedAs, sentAt } = sendings[purpose]
  const address = link.address.toLowerCase()
  const issued = await issueToken(accounts, tx, { userId: user.id, type, purpose, address, flow: challenge !== null })
  if (challenge) {
    await beginFlow(tx, { id: issued.id, userId: user.id, challenge, method: 'otp', provider: 'email', redirectTo })
  }
  const now = sql<Date>`public.shop_now()`
  await tx
    .updateTable('auth.users')
    .set({ ...Object.fromEntries(sentAt.map((column) => [column, now])), updated_at: now })
    .where('id', '=', user.id)
    .execute()
  const data = {
    type: verifiedAs,
    redirectTo,
    expiresAt: issued.expiresAt.toISOString(),
    email: user.email ?? '',
    newEmail: purpose === 'email_change_new' ? address : (user.email_change ?? ''),
    ...link.data,
  }
  const secrets = { token: issued.token, code: issued.code }
  await queueAuthLetter(accounts, tx, { kind, userId: user.id, recipient: address, data, secrets })
  return issued
}

/** Seconds between two letters of a kind to one address. */
const pauseSeconds = 60

/**
 * Five letters of a kind a minute apart, then one in ten minutes: as long as a link that signs in lives, so whoever uses a
 * stranger's letters up leaves her a good one.
 */
const more = { every: 600, atOnce: 5 }

/**
 * Notes that a letter of a kind is about to go to an address, whether or not an account has it, and is kept once `tx`
 * commits. Refuses 429 within a minute of the last one, and within ten once there were five. Two at once wait for each other, and one of them is refused: a letter
 * from a little ahead is one whose transaction began after ours. Further ahead, the rehearsal's clock was set back.
 */
export async function takeLetterPause(
  accounts: Pick<Accounts, 'keyedHash'>,
  tx: Tx,
  { kind, address }: { kind: string; address: string },
): Promise<void> {
  const key = accounts.keyedHash(address.toLowerCase(), 'letter pause')
  await sql`delete from private.letter_pauses where (kind, address_hash) in
    (select kind, address_hash from private.letter_pauses where last_at < public.shop_now() - interval '1 hour'
      limit 20 for update skip locked)`.execute(tx)
  const { rows } = await sql<{ taken: boolean; wait: number }>`
    with taken as (
      insert into private.letter_pauses as pause (kind, address_hash, last_at)
      values (${kind}, ${key}, public.shop_now())
      on conflict (kind, address_hash) do update set last_at = public.shop_now()
        where pause.last_at <= public.shop_now() - ${pauseSeconds} * interval '1 second'
          or pause.last_at > public.shop_now() + ${pauseSeconds} * interval '1 second'
      returning 1
    )
    select exists (select from taken) as taken,
      coalesce((select ceil(${pauseSeconds} - extract(epoch from public.shop_now() - last_at))::int
        from private.letter_pauses where kind = ${kind} and address_hash = ${key}), ${pauseSeconds})::int as wait`.execute(
    tx,
  )
  const [result] = rows
  const wait = result?.taken
    ? await takeEvenly(tx, { kind: `many of ${kind}`, hash: key, ...more })
    : Math.min(Math.max(result?.wait ?? pauseSeconds, 1), pauseSeconds)
  if (wait === 0) return
  throw new AuthError(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${wait} seconds.`,
  )
}
