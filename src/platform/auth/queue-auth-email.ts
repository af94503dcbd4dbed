import { randomUUID } from 'node:crypto'
import type { Tx } from '../database/db.ts'
import { queueEmail } from '../email/outbox.ts'
import type { AuthDeps } from './auth-deps.ts'

/** The e-mails of accounts. */
export type AuthEmailKind =
  | 'verification'
  | 'recovery'
  | 'magic_link'
  | 'invite'
  | 'email_change'
  | 'reauthentication'
  | 'new_factor'
  | 'identity_linked'
  | 'new_sign_in'
  | 'password_changed'

type AuthEmail = {
  kind: AuthEmailKind
  userId: string
  recipient: string
  /** The content of the e-mail. Times are ISO texts. */
  data?: Record<string, string>
  /** Secrets that only the e-mail contains: a link's token, a code. Stored encrypted until it leaves. */
  secrets?: Record<string, string>
}

/** The purpose under which an e-mail's secrets are encrypted. */
export const sealedForEmail = 'letter'

/** Queues an e-mail of an account; it leaves once `tx` commits. Every call sends an e-mail. */
export async function queueAuthEmail(
  { queue, seal }: Pick<AuthDeps, 'queue' | 'seal'>,
  tx: Tx,
  { kind, userId, recipient, data = {}, secrets }: AuthEmail,
): Promise<void> {
  const sealed = secrets ? { sealed: seal.seal(JSON.stringify(secrets), sealedForEmail) } : {}
  await queueEmail(tx, queue, { kind, cause: randomUUID(), recipient, data: { ...data, ...sealed, userId } })
}
