import { sql } from 'kysely'
import { readTyped } from '#platform/text/typed-text.ts'
import type { Account } from '../account/account.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { hashCode, mostWrongCodes } from '../mail-links/one-time-tokens.ts'

/**
 * Whether six digits are those of the user's last GET /reauthenticate. Every try is counted and committed before the
 * comparison, so concurrent ones get five between them. The change they are sent with voids them. Refuses 422
 * `reauthentication_not_valid`.
 */
export async function checkNonce(accounts: AuthDeps, { user }: Account, nonce: string): Promise<void> {
  const { rows } = await accounts.db.asService((tx) =>
    sql<{ code_hash: string | null; relates_to: string }>`update auth.one_time_tokens set attempts = attempts + 1
      where user_id = ${user.id} and token_type = 'reauthentication_token' and expires_at > public.shop_now()
        and attempts < ${mostWrongCodes}::int
      returning code_hash, relates_to`.execute(tx),
  )
  const [stored] = rows
  const fits =
    stored &&
    stored.code_hash === hashCode(accounts, { userId: user.id, address: stored.relates_to, code: readTyped(nonce) })
  if (!fits) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}
