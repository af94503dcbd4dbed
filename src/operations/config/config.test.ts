import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('everything has a default, so nothing needs to be configured', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ SHOP_MODE: 'rehearsal', PORT: 3000, siteUrl: 'http://localhost:3000' })
})

test('an empty value counts as absent', () => {
  expect(readConfig({ SITE_URL: '', PORT: '' }).siteUrl).toBe('http://localhost:3000')
})

test('a malformed value stops the start with a line that names it', () => {
  expect(() => readConfig({ PORT: 'three thousand' })).toThrow(/PORT/)
  expect(() => readConfig({ RATE_LIMITS: 'yes' })).toThrow(/RATE_LIMITS/)
  expect(() => readConfig({ STRIPE_SECRET: 'x' })).toThrow('STRIPE_SECRET: no such setting')
})

test('a live shop names every reason it cannot start, at once', () => {
  expect(() => readConfig({ SHOP_MODE: 'live', FAULTS: 'on' })).toThrow(
    /SITE_URL[\s\S]*JWT_SECRET[\s\S]*TRUST_PROXY[\s\S]*FAULTS/,
  )
})

test('malformed, misspelt and contradictory variables are named at once, each in one line', () => {
  const wrong = {
    PORT: 'three thousand',
    SITE_URL: 'shop.example',
    DATABASE_URL: 'mysql://owner@db/shop',
    DRAIN_SECONDS: '60',
    STRIPE_SECRET: 'x',
    OAUTH_GOOGLE_CLIENT_ID: 'a',
    S3_BUCKET: 'pictures',
    SHOP_MODE: 'live',
  }
  const lines = reasonsOf(wrong)
  const names = lines.map((line) => line.slice(0, line.indexOf(':')))
  expect(names).toEqual(expect.arrayContaining(['PORT', 'DATABASE_URL', 'DRAIN_SECONDS', 'STRIPE_SECRET']))
  expect(names).toEqual(expect.arrayContaining(['OAUTH_GOOGLE_CLIENT_SECRET', 'JWT_SECRET', 'TRUST_PROXY']))
  expect(lines.join('\n')).toContain('S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: all four or none')
  expect(names.filter((name) => name === 'SITE_URL')).toHaveLength(1)
})

test('a malformed variable is not also said to be missing', () => {
  expect(reasonsOf({ S3_BUCKET: 'a', S3_REGION: 'b', S3_ACCESS_KEY_ID: 'c', S3_ENDPOINT: 'nowhere' })).toEqual([
    expect.stringContaining('S3_ENDPOINT'),
    expect.stringContaining('all four or none'),
  ])
  expect(reasonsOf({ DATABASE_URL: 'db', DATABASE_LISTEN_URL: 'db' })).toHaveLength(2)
})

/** The lines of a refused configuration. */
function reasonsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message.split('\n')
  }
  return []
}

test.each([
  [{ STRIPE_SECRET_KEY: 'pk_test_a' }, 'STRIPE_SECRET_KEY: a secret key'],
  [{ STRIPE_SECRET_KEY: 'sk_live_a' }, 'STRIPE_SECRET_KEY: a rehearsal takes a test key'],
  [{ STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_API_BASE: 'http://127.0.0.1:9000/v1' }, 'STRIPE_API_BASE: an address'],
  [{ SHOP_MODE: 'live', STRIPE_SECRET_KEY: 'sk_test_a' }, 'STRIPE_SECRET_KEY: a test key takes no real payments'],
  [
    { SHOP_MODE: 'live', STRIPE_SECRET_KEY: 'sk_live_a' },
    'STRIPE_WEBHOOK_SECRET: a live shop needs it to receive payment events',
  ],
  [
    { SHOP_MODE: 'live', STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_WEBHOOK_SECRET: ' , ' },
    'STRIPE_WEBHOOK_SECRET: a live shop needs it to receive payment events',
  ],
  [{ SHOP_MODE: 'live', STRIPE_WEBHOOK_SECRET: 'whsec_a,b' }, 'STRIPE_WEBHOOK_SECRET: the signing secret'],
  [
    { SHOP_MODE: 'live', STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_API_BASE: 'http://api.stripe.com' },
    'STRIPE_API_BASE: must use https',
  ],
])('a configuration that cannot take payments is refused: %o', (env, reason) => {
  expect(() => readConfig(env)).toThrow(reason)
})

test('a rehearsal accepts Stripe’s test keys, or a stand-in’s', () => {
  const env = { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_WEBHOOK_SECRET: 'whsec_a, whsec_b' }
  expect(readConfig(env).stripeWebhookSecrets).toEqual(['whsec_a', 'whsec_b'])
  expect(() => readConfig({ ...env, STRIPE_API_BASE: 'http://127.0.0.1:9000' })).not.toThrow()
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'rk_test_a' })).not.toThrow()
})

test('a live shop sends its key to Klaviyo over https only', () => {
  const live = { SHOP_MODE: 'live', KLAVIYO_API_KEY: 'pk_test' }
  expect(() => readConfig({ ...live, KLAVIYO_API_BASE: 'http://127.0.0.1:9000' })).toThrow(
    'KLAVIYO_API_BASE: must use https',
  )
  expect(() => readConfig({ ...live, KLAVIYO_API_BASE: 'https://a.klaviyo.com' })).not.toThrow('KLAVIYO_API_BASE')
})

test('the site address loses its trailing slash', () => {
  expect(readConfig({ SITE_URL: 'https://shop.example/' }).siteUrl).toBe('https://shop.example')
})

test('the variables’ names name a sign-in provider; google and apple need no issuer', () => {
  const own = { OAUTH_MY_HOUSE_CLIENT_ID: 'a', OAUTH_MY_HOUSE_CLIENT_SECRET: 'b' }
  const google = { OAUTH_GOOGLE_CLIENT_ID: 'c', OAUTH_GOOGLE_CLIENT_SECRET: 'd' }
  const issuer = { OAUTH_MY_HOUSE_ISSUER: 'https://id.example/realms/shop/' }
  expect(readConfig({ ...own, ...google, ...issuer }).oauthProviders).toEqual([
    { name: 'my_house', issuer: 'https://id.example/realms/shop/', clientId: 'a', clientSecret: 'b' },
    { name: 'google', issuer: 'https://accounts.google.com', clientId: 'c', clientSecret: 'd' },
  ])
  expect(readConfig({}).oauthProviders).toEqual([])
})

test('a provider that is half set up, misspelt, or not reached by https stops the start', () => {
  const secret = { OAUTH_X_CLIENT_ID: 'a', OAUTH_X_CLIENT_SECRET: 'b' }
  const whole = (issuer: string) => ({ ...secret, OAUTH_X_ISSUER: issuer })
  expect(() => readConfig({ OAUTH_GOOGLE_CLIENT_ID: 'a' })).toThrow('OAUTH_GOOGLE_CLIENT_SECRET: missing')
  expect(() => readConfig(secret)).toThrow('OAUTH_X_ISSUER: the address of the provider')
  expect(() => readConfig({ OAUTH_GOOGLE_SECRET: 'a' })).toThrow('OAUTH_GOOGLE_SECRET: no such setting')
  expect(() => readConfig(whole('accounts.example'))).toThrow('OAUTH_X_ISSUER: the address of the provider')
  expect(() => readConfig(whole('http://accounts.example'))).toThrow('OAUTH_X_ISSUER: must use https')
  expect(() => readConfig(whole('https://accounts.example?tenant=a'))).toThrow('and nothing besides')
  expect(readConfig(whole('http://localhost:9000')).oauthProviders).toHaveLength(1)
  expect(() => readConfig({ ...whole('http://localhost:9000'), SHOP_MODE: 'live' })).toThrow(
    'OAUTH_X_ISSUER: must use https',
  )
})

test('an S3 store is configured completely or not at all', () => {
  const whole = { S3_BUCKET: 'a', S3_REGION: 'b', S3_ACCESS_KEY_ID: 'c', S3_SECRET_ACCESS_KEY: 'd' }
  expect(readConfig(whole).S3_BUCKET).toBe('a')
  expect(readConfig({ ...whole, S3_ENDPOINT: 'https://s3.example' }).S3_ENDPOINT).toBe('https://s3.example')
  for (const missing of Object.keys(whole)) {
    expect(() => readConfig({ ...whole, [missing]: '' })).toThrow('all four or none')
  }
  expect(() => readConfig({ S3_ENDPOINT: 'https://s3.example' })).toThrow('S3_ENDPOINT only with them')
})

test('a provider may not have a name that identities of another kind use', () => {
  for (const name of ['EMAIL', 'PHONE']) {
    expect(() => readConfig({ [`OAUTH_${name}_CLIENT_ID`]: 'a' })).toThrow(`OAUTH_${name}_CLIENT_ID: no such setting`)
  }
})

test('a fault point needs FAULTS=on and must exist', () => {
  expect(readConfig({ FAULTS: 'on', FAULT_POINT: 'settle.committed:3' }).FAULT_POINT).toBe('settle.committed:3')
  expect(() => readConfig({ FAULT_POINT: 'settle.committed' })).toThrow('FAULT_POINT: only with FAULTS=on')
  for (const wrong of ['settle', 'settle.committed:0', 'settle.committed:x', 'settle.committed:1:2']) {
    expect(() => readConfig({ FAULTS: 'on', FAULT_POINT: wrong })).toThrow('FAULT_POINT: the name of a fault point')
  }
  expect(() => readConfig({ FAULT_POINTS: 'settle.committed' })).toThrow('FAULT_POINTS: no such setting')
  const live = { SHOP_MODE: 'live', FAULTS: 'on', FAULT_POINT: 'settle.committed' }
  expect(() => readConfig(live)).toThrow('FAULTS: never in a live shop')
})

test('a connection for LISTEN needs a configured database', () => {
  const listen = 'postgres://owner@db.internal/shop'
  expect(() => readConfig({ DATABASE_LISTEN_URL: listen })).toThrow('DATABASE_LISTEN_URL: only with DATABASE_URL')
  expect(readConfig({ DATABASE_URL: 'postgres://owner@pooler/shop', DATABASE_LISTEN_URL: listen })).toMatchObject({
    DATABASE_LISTEN_URL: listen,
  })
})

test.each([
  [{ SMS_TOKEN: 'a' }, 'SMS_URL, SMS_TOKEN, SMS_FROM: only with SMS_PROVIDER'],
  [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER'],
  [{ SMS_SENDER: 'Shop' }, 'SMS_SENDER: no such setting'],
  [{ SMS_COUNTRIES: 'Britain' }, 'SMS_COUNTRIES: codes of countries such as GB,IE'],
  [{ SMS_PER_DAY: '1' }, 'SMS_PER_DAY'],
  [{ SMS_PROVIDER: 'twilio' }, 'SMS_TOKEN: missing\nSMS_FROM: the sender’s number'],
  [
    { SMS_PROVIDER: 'http' },
    'SMS_URL: missing, the address that receives the messages of SMS_PROVIDER=http\nSMS_TOKEN: missing\nSMS_FROM',
  ],
  [
    { SMS_PROVIDER: 'twilio', SMS_TOKEN: 'an-auth-token', SMS_FROM: '+447700900999' },
    'SMS_TOKEN: for Twilio, ACCOUNT_SID:AUTH_TOKEN',
  ],
  [
    { SMS_PROVIDER: 'http', SMS_URL: 'https://sms.example/x', SMS_TOKEN: 'a b', SMS_FROM: 'Kindred' },
    'SMS_TOKEN: contains characters',
  ],
  [{ SMS_PROVIDER: 'twilio', SMS_URL: 'https://sms.example/x', SMS_TOKEN: 'x' }, 'SMS_URL: an address without a path'],
  [{ SHOP_MODE: 'live', SMS_PROVIDER: 'http', SMS_URL: 'http://sms.example/x' }, 'SMS_URL: must use https'],
])('wrong settings of text messages stop the start: %j', (env, reason) => {
  expect(() => readConfig(env)).toThrow(reason)
})

const plain = {
  SHOP_MODE: 'live',
  DATABASE_URL: 'postgresql://shop:secret@database.example/shop',
  DATABASE_LISTEN_URL: 'postgresql://shop:secret@10.0.0.5:5432/shop?sslmode=disable',
  S3_ENDPOINT: 'http://pictures.example:9000',
  ALERT_WEBHOOK: 'http://alerts.example/x',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
}
const named = ['DATABASE_URL', 'DATABASE_LISTEN_URL', 'S3_ENDPOINT', 'ALERT_WEBHOOK', 'OTEL_EXPORTER_OTLP_ENDPOINT']
const plainNames = (env: Record<string, string>) =>
  reasonsOf(env)
    .filter((line) => /must (use https|use TLS|check the server’s certificate and its name) in a live shop/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')))

test('a live shop connects to other machines by TLS only, except to hosts that are named as private', () => {
  expect(plainNames(plain).toSorted()).toEqual(named.toSorted())
  expect(plainNames({ ...plain, SHOP_MODE: 'rehearsal' })).toEqual([])
  const hosts = 'database.example 10.0.0.5, pictures.example,alerts.example collector.example'
  expect(plainNames({ ...plain, PLAINTEXT_HOSTS: hosts })).toEqual([])
  expect(plainNames({ ...plain, PLAINTEXT_HOSTS: 'database.example' })).toHaveLength(4)
})

test('a private host is named in any spelling, IPv6 with or without brackets', () => {
  const live = {
    SHOP_MODE: 'live',
    DATABASE_URL: 'postgresql://shop:secret@Database.Example/shop',
    DATABASE_LISTEN_URL: 'postgresql://shop:secret@[fd00::5]/shop',
    S3_ENDPOINT: 'http://[fd00::0:6]:9000',
  }
  expect(plainNames({ ...live, PLAINTEXT_HOSTS: 'DATABASE.example fd00::5, [FD00::6]' })).toEqual([])
  expect(plainNames({ ...live, PLAINTEXT_HOSTS: 'database.example' })).toEqual(['S3_ENDPOINT', 'DATABASE_LISTEN_URL'])
})

test.each([
  'sslmode=no-verify',
  'ssl=no-verify',
  'uselibpqcompat=true&sslmode=require',
  'uselibpqcompat=true&sslmode=prefer',
])('a live shop does not reach a database by TLS that accepts every certificate: %s', (parameters) => {
  const env = { SHOP_MODE: 'live', DATABASE_URL: `postgresql://shop:secret@database.example/shop?${parameters}` }
  expect(reasonsOf(env)).toContainEqual(
    expect.stringMatching(/^DATABASE_URL: must check the server’s certificate.*sslmode=verify-full.*PLAINTEXT_HOSTS/),
  )
  expect(plainNames({ ...env, PLAINTEXT_HOSTS: 'database.example' })).toEqual([])
})

test('a live shop does not start while Node checks no certificate', () => {
  const problem = expect.stringMatching(/^NODE_TLS_REJECT_UNAUTHORIZED: must not be 0/)
  expect(reasonsOf({ SHOP_MODE: 'live', NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toContainEqual(problem)
  expect(reasonsOf({ SHOP_MODE: 'live', NODE_TLS_REJECT_UNAUTHORIZED: '1' })).not.toContainEqual(problem)
})

test('a text of `ssl` that pg does not know is one line of the reasons', () => {
  const about = reasonsOf({ DATABASE_URL: 'postgresql://shop:secret@database.example/shop?ssl=require' })
  expect(about).toEqual(['DATABASE_URL: ssl=require is not understood; use sslmode=verify-full'])
})

test.each(['live', 'rehearsal'])('a %s shop names a certificate file that is missing', (SHOP_MODE) => {
  const DATABASE_URL = 'postgresql://shop:secret@database.example/shop?sslmode=verify-full&sslrootcert=/none/ca.pem'
  const about = reasonsOf({ SHOP_MODE, DATABASE_URL }).filter((line) => line.startsWith('DATABASE_URL'))
  expect(about).toEqual(['DATABASE_URL: its certificate file /none/ca.pem cannot be read (ENOENT)'])
})

test.each([
  'postgresql://shop:secret@database.example/shop?sslmode=verify-full',
  'postgresql://shop:secret@database.example/shop?sslmode=require',
  'postgresql://shop:secret@127.0.0.1/shop',
  'postgresql://shop:secret@localhost:5432/shop',
  'postgresql://shop:secret@[::1]:5432/shop',
  'postgresql:///shop?host=/var/run/postgresql',
])('a live shop reaches a database by %s', (address) => {
  expect(plainNames({ SHOP_MODE: 'live', DATABASE_URL: address })).toEqual([])
})

test('other services of a live shop may have plain addresses on the same machine', () => {
  const local = { S3_ENDPOINT: 'http://127.0.0.1:9000', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }
  expect(plainNames({ SHOP_MODE: 'live', ...local, ALERT_WEBHOOK: 'http://[::1]:8080/' })).toEqual([])
})
