import type { Tx } from '#platform/database/db.ts'
import { isBanned } from '../account/account.ts'
import { confirmEmail } from '../account/confirm-email.ts'
import type { Agent } from '../agent.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { changeEmail } from './change-email.ts'
import { type Verification, wrongCode, wrongLink } from './read-verification.ts'
import { claimToken, findByLink, tryCode } from './redeem-token.ts'

export const halfWay = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** The token's account, and the flow that continues with it, if any; `half` of a change of address signs no user in. */
export type Verified = { is: 'half' | 'done'; userId: string; flowId: string }

/**
 * Redeems a link or a code with its effect, then runs `finish`, all in one transaction. Refuses 403
 * `otp_expired` and `user_banned`; a refusal leaves the token unchanged, except the count of codes.
 */
export async function verifyToken<Result>(
  accounts: AuthDeps,
  verification: Verification,
  { agent, finish }: { agent: Agent; finish: (tx: Tx, verified: Verified) => Promise<Result> },
): Promise<Result> {
  const refusal = verification.by === 'link' ? wrongLink : wrongCode
  const found = await (verification.by === 'link'
    ? findByLink(accounts, verification)
    : tryCode(accounts, { ...verification, agent }))
  if (!found) throw refusal()
  return accounts.db.asService(async (tx) => {
    const claimed = await claimToken(tx, found)
    if (!claimed) throw refusal()
    const { account, type } = claimed
    if (await isBanned(tx, account.user)) throw new AuthError(403, 'user_banned', 'User is banned')
    const about = { account, agent, keepFlow: found.id }
    const isChange = type === 'email_change_token_new' || type === 'email_change_token_current'
    const is = isChange ? await changeEmail(accounts, tx, about) : 'done'
    if (!isChange) await confirmEmail(accounts, tx, about)
    return finish(tx, { is, userId: account.user.id, flowId: found.id })
  })
}
