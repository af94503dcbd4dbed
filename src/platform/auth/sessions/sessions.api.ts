import { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { agentOf, recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { findCaller } from '../caller.ts'
import { endSessions } from './end-sessions.ts'

/** Sign-out, the public keys, and the service's settings. */
export function sessionsApi(deps: AuthDeps): Hono<Env> {
  return new Hono<Env>()
    .post('/logout', async (c) => {
      const scope = c.req.query('scope') || 'global'
      if (scope !== 'global' && scope !== 'local' && scope !== 'others')
        throw invalid(`Unsupported logout scope "${scope}"`)
      await deps.db.asService(async (tx) => {
        const { account, sessionId } = await findCaller(deps, tx, c)
        const { id } = account.user
        if (scope === 'global') await endSessions(tx, id)
        else if (scope === 'others') await endSessions(tx, id, { except: sessionId ?? undefined })
        else if (sessionId) await tx.deleteFrom('auth.sessions').where('id', '=', sessionId).execute()
        await recordAuthEvent(tx, { action: 'logout', userId: id, agent: agentOf(c), details: { scope } })
      })
      return c.body(null, 204)
    })
    .get('/.well-known/jwks.json', (c) =>
      c.json({ keys: deps.keys.publicKeys() }, 200, { 'Cache-Control': 'public, max-age=600' }),
    )
    .get('/settings', (c) => c.json(settingsOf(deps)))
    .get('/health', (c) =>
      c.json({ version: 'v2', name: 'GoTrue', description: 'Accounts of this shop, by the protocol of GoTrue' }),
    )
    .post('/sso', () => {
      throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
    })
}

const names = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'linkedin',
]

/** What clients of GoTrue ask for; `external` names the usual providers, on or off. */
function settingsOf({ settings, providers, sms }: AuthDeps): object {
  const external = Object.fromEntries([
    ...names.map((name) => [name, false]),
    ...providers.map(({ name }) => [name, true]),
    ['anonymous_users', false],
    ['email', true],
    ['phone', false],
  ])
  return {
    external,
    disable_signup: !settings.signups,
    mailer_autoconfirm: settings.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: sms?.name ?? '',
    saml_enabled: false,
    passkeys_enabled: false,
    manual_linking_enabled: settings.manualLinking,
  }
}
