import { z } from 'zod'
import { formatEmailTime } from '#base/shop-time.ts'
import type { Block } from '#mail/email-blocks.ts'
import { sealedForEmail } from '#platform/auth/queue-auth-email.ts'
import type { Seal } from '#platform/secrets/secrets.ts'
import { describeDevice } from '../describe-device.ts'

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

/**
 * The input of an e-mail template: the shop's URL, the recipient, the data of the outbox row, and the unsealed secrets.
 */
export type AuthEmailData = {
  siteUrl: string
  recipient: string
  data: Record<string, string>
  /** The link to the confirmation page, for `data.type`. Throws if the e-mail has no token. */
  link(): string
  /** The six-digit code. Throws if the e-mail has none. */
  code(): string
}

const Data = z.record(z.string(), z.string())
const Secrets = z.object({ token: z.string().min(1).optional(), code: z.string().min(1).optional() })

/** Reads an outbox row and unseals its secrets. Throws for data that `queueAuthEmail` did not write. */
export function readAuthEmail(
  { siteUrl, seal }: { siteUrl: string; seal: Seal },
  { data: written, recipient }: { data: unknown; recipient: string },
): AuthEmailData {
  const { sealed, ...data } = Data.parse(written)
  const { token, code } = sealed ? Secrets.parse(JSON.parse(seal.open(sealed, sealedForEmail))) : {}
  return {
    siteUrl,
    recipient,
    data,
    link() {
      if (!token || !data.type) throw new Error('An e-mail with a link and nothing to confirm')
      const redirectTo = data.redirectTo || `${siteUrl}/`
      return confirmLink({ siteUrl, token, type: data.type, redirectTo, setPassword: data.setPassword === 'yes' })
    },
    code() {
      if (!code) throw new Error('An e-mail with a code and no code')
      return code
    },
  }
}

/**
 * The confirmation page that an e-mail links to. The page uses the token only after a click, since mail scanners follow
 * links. `redirectTo` is the page to open afterwards, validated when the e-mail was requested; `setPassword`:
 * confirming removes the account's password, so the page requires a new one.
 */
function confirmLink({
  siteUrl,
  token,
  type,
  redirectTo,
  setPassword = false,
}: {
  siteUrl: string
  token: string
  type: string
  redirectTo: string
  setPassword?: boolean
}): string {
  const query = new URLSearchParams({ token_hash: token, type, redirect_to: redirectTo })
  if (setPassword) query.set('set_password', '1')
  return `${siteUrl}/confirm?${query}`
}
