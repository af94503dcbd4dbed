import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import type { Account } from '../account/account.ts'
import { captchaField } from '../captcha.ts'
import { withDecoy } from '../decoy.ts'
import { challengeFields } from '../mail-links/flows.ts'
import { optionalText } from '../read-body.ts'

/** The common fields of e-mail requests. */
export const mailRequest = z.object({
  email: optionalText,
  ...challengeFields,
  ...captchaField,
})

/**
 * Calls `send` with the account, or as if there were one: a decoy is created and rolled back in both cases, so that
 * both cost the same statements.
 */
export async function sendAtEqualCost(
  tx: Tx,
  account: Account | null,
  send: (to: Account) => Promise<unknown>,
): Promise<void> {
  if (!account) {
    await withDecoy(tx, send)
    return
  }
  await withDecoy(tx, async () => undefined)
  await send(account)
}
