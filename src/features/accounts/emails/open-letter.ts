import { z } from 'zod'
import { sealedForLetter } from '#platform/auth/queue-auth-letter.ts'
import type { Seal } from '#platform/secrets/sealed.ts'
import { confirmLink } from './confirm-link.ts'

/** What a writer has: the shop's address, what the letter tells, and what it opens. */
export type Opened = {
  siteUrl: string
  recipient: string
  data: Record<string, string>
  /** The way to the confirming page, for `data.type`. Throws where the letter was given no token. */
  link(): string
  /** The six figures. Throws where the letter was given none. */
  code(): string
}

const Data = z.record(z.string(), z.string())
const Secrets = z.object({ token: z.string().min(1).optional(), code: z.string().min(1).optional() })

/** Reads a letter from its outbox row and opens what was sealed in it. Throws for what `queueAuthLetter` did not write. */
export function openLetter(
  { siteUrl, seal }: { siteUrl: string; seal: Seal },
  { data: written, recipient }: { data: unknown; recipient: string },
): Opened {
  const { sealed, ...data } = Data.parse(written)
  const { token, code } = sealed ? Secrets.parse(JSON.parse(seal.open(sealed, sealedForLetter))) : {}
  return {
    siteUrl,
    recipient,
    data,
    link() {
      if (!token || !data.type) throw new Error('A letter with a link and nothing to confirm')
      const redirectTo = data.redirectTo || `${siteUrl}/`
      return confirmLink({ siteUrl, token, type: data.type, redirectTo, setPassword: data.setPassword === 'yes' })
    },
    code() {
      if (!code) throw new Error('A letter with a code and no code')
      return code
    },
  }
}
