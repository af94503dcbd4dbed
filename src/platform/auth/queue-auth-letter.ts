import { randomUUID } from 'node:crypto'
import type { Tx } from '../database/db.ts'
import { queueEmail } from '../email/outbox.ts'
import type { AuthDeps } from './auth-deps.ts'

/** The letters of accounts. */
export type AuthLetterKind =
  | 'verification'
  | 'recovery'
  | 'magic_link'
  | 'invite'
  | 'email_change'
  | 'reauthentication'
  | 'new_factor'
  | 'new_sign_in'
  | 'password_changed'

export type AuthLetter = {
  kind: AuthLetterKind
  userId: string
  recipient: string
  /** What the letter tells. Times are ISO texts. */
  data?: Record<string, string>
  /** What opens something and stands in the letter alone: a link's token, a code. Kept sealed until it leaves. */
  secrets?: Record<string, string>
}

/** What opens a letter's secrets; the purpose they are sealed for. */
export const sealedForLetter = 'letter'

/** Puts a letter of an account in the outbox; it leaves once `tx` commits. Every call is a letter of its own. */
export async function queueAuthLetter(
  { queue, seal }: Pick<AuthDeps, 'queue' | 'seal'>,
  tx: Tx,
  { kind, userId, recipient, data = {}, secrets }: AuthLetter,
): Promise<void> {
  const sealed = secrets ? { sealed: seal.seal(JSON.stringify(secrets), sealedForLetter) } : {}
  await queueEmail(tx, queue, { kind, cause: randomUUID(), recipient, data: { ...data, ...sealed, userId } })
}
