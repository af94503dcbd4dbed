import { z } from 'zod'
import { sealedForEmail } from '#platform/auth/queue-auth-email.ts'
import type { Seal } from '#platform/secrets/secrets.ts'
import { confirmLink } from './confirm-link.ts'

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
