import { formatEmailTime } from '#base/shop-time.ts'
import type { Block } from '#mail/email-blocks.ts'
import { describeDevice } from '../sessions/describe-device.ts'
import type { AuthEmailData } from './read-auth-email.ts'

/** A link, and a code that the user can type at /confirm instead; `within`: how long both are valid. */
export function linkAndCode(email: AuthEmailData, { label, within }: { label: string; within: string }): Block[] {
  return [
    { link: email.link(), label },
    { say: `Or enter this code at ${email.siteUrl}/confirm:` },
    { code: email.code() },
    {
      aside: `The link and the code work once, within ${within}. Please don’t share them; we’ll never ask you for them.`,
    },
  ]
}

/** A link without a code. */
export function linkAlone(email: AuthEmailData, { label, within }: { label: string; within: string }): Block[] {
  return [
    { link: email.link(), label },
    { aside: `The link works once, within ${within}. Please don’t share it; we’ll never ask you for it.` },
  ]
}

/** The link for a recipient who did not make the change. */
export function newPasswordLink({ siteUrl }: AuthEmailData): { link: string; label: string } {
  return { link: `${siteUrl}/forgotten-password`, label: 'Choose a new password' }
}

/** The time of a change and the device it was made with, as far as they are known. */
export function whenAndWith({ data }: AuthEmailData): Block[] {
  const at = formatEmailTime(data.at)
  const facts: [string, string][] = at ? [['When', at]] : []
  if (data.device !== undefined) facts.push(['With', describeDevice(data.device) ?? 'An unknown device'])
  return facts.length > 0 ? [{ facts }] : []
}
