import { expect, test, vi } from 'vitest'
import { environment } from '#operations/config/environment.ts'
import { rehearsalEnvironment } from './environment.ts'

test('no setting of the real shop reaches a rehearsal', () => {
  const real = {
    SHOP_MODE: 'live',
    DATABASE_URL: 'postgresql://real',
    SMTP_URL: 'smtps://real',
    STRIPE_SECRET_KEY: 'sk_live_real',
    STRIPE_WEBHOOK_SECRET: 'whsec_real',
    KLAVIYO_API_KEY: 'pk_real',
    S3_BUCKET: 'real',
    JWT_SECRET: 'real'.repeat(10),
    OAUTH_GOOGLE_CLIENT_SECRET: 'real',
  }
  for (const [name, value] of Object.entries(real)) vi.stubEnv(name, value)
  const env = rehearsalEnvironment({ PORT: '3000', STRIPE_SECRET_KEY: 'sk_test_standin' })
  const known = [...Object.keys(environment.shape), 'OAUTH_GOOGLE_CLIENT_SECRET']
  expect(known.filter((name) => env[name]?.includes('real'))).toEqual([])
  expect(env).toMatchObject({ SHOP_MODE: 'rehearsal', STRIPE_SECRET_KEY: 'sk_test_standin', SMTP_URL: '' })
})
