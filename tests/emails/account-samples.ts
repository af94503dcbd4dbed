import { siteUrl } from '#app/emails/sample-data.ts'
import { authEmails } from '#features/accounts/emails/auth-emails.ts'
import { type AuthEmailKind, sealedForEmail } from '#platform/auth/queue-auth-email.ts'
import { createSeal } from '#platform/secrets/secrets.ts'
import type { Sample } from './samples.ts'

const seal = createSeal('a secret of these letters')
const sealed = seal.seal(
  JSON.stringify({ token: 'pkce_5d0b6f7d9c5d0b6f7d9c5d0b6f7d9c', code: '482913' }),
  sealedForEmail,
)
const templates = authEmails({ siteUrl, seal })
const device = 'Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0'
const at = '2026-07-01T22:30:00Z'

function sample(kind: AuthEmailKind, data: Record<string, string>, as: string = kind): Sample {
  return {
    name: `account-${as.replaceAll('_', '-')}`,
    write: async () => (await templates[kind]?.({ data, orderId: null, recipient: 'mary@example.com' })) ?? null,
  }
}

export const accountSamples: Sample[] = [
  sample('verification', { type: 'signup', sealed }),
  sample('recovery', { type: 'recovery', sealed }),
  sample('magic_link', { type: 'magiclink', sealed }),
  sample('invite', { type: 'invite', sealed }),
  sample('invite', { type: 'invite', sealed, role: 'workroom' }, 'invite_helper'),
  sample('invite', { role: 'pages', hasAccount: 'yes' }, 'invite_known'),
  sample('email_change', { type: 'email_change', newEmail: `${'very.long.'.repeat(5)}address@example.com`, sealed }),
  sample('reauthentication', { sealed }),
  sample('new_factor', { type: 'webauthn', at, device }),
  sample('identity_linked', { provider: 'google', at, device }),
  sample('new_sign_in', { at, device }),
  sample('password_changed', { at, device }),
]
