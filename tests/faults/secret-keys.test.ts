// @module-tag S39

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { issueKeys } from '#platform/http/identity/tokens.ts'
import { functionMatrix } from '#tests/api/endpoint-matrix.ts'
import { emptyDatabase } from '#tests/fixtures/database.ts'
import { dataFolder, startShop } from '#tests/fixtures/program.ts'
import { smtpServer } from '#tests/fixtures/smtp-server.ts'
import { startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'

const port = 24_495
const owner = { email: 'owner@example.com', password: 'canary-Owner-password-4711' }
const canary = (name: string) => `canary-${name}-0f2a7c51d9e84b36`
const pages = ['/', '/shop', '/about', '/contact', '/login', '/signup', '/admin', '/account', '/cart', '/nothing-here']
const others = [
  '/sitemap.xml',
  '/robots.txt',
  '/health/ready',
  '/metrics',
  '/auth/v1/settings',
  '/auth/v1/user',
  '/rest/v1/',
]

/** The forms in which a secret could appear in a text. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ]
}

function textsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return files.map((each) => readFileSync(join(each.parentPath, each.name), 'latin1'))
}

test('no secret of the environment is in a script, a response or a line of the log', async () => {
  await using data = await dataFolder()
  await using database = await emptyDatabase()
  await using smtp = await smtpServer()
  await using stripe = await startStripe({ fsync: false })
  const env = {
    JWT_SECRET: canary('jwt-secret'),
    FORMER_JWT_SECRET: canary('former-jwt-secret'),
    METRICS_TOKEN: canary('metrics'),
    BACKUP_KEY: canary('backup'),
    ALERT_WEBHOOK: 'http://127.0.0.1:9/alerts',
    ALERT_WEBHOOK_SECRET: canary('alert-webhook'),
    KLAVIYO_API_KEY: canary('klaviyo'),
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  }
  const { serviceRoleKey, anonKey } = await issueKeys(env.JWT_SECRET)
  const smtpPassword = canary('smtp')
  const secrets = [
    ...Object.values(env).filter((value) => value !== env.ALERT_WEBHOOK),
    owner.password,
    smtpPassword,
    serviceRoleKey,
    decodeURIComponent(new URL(database.connectionString.replace(/^\w+:/, 'http:')).password),
  ].filter((secret) => secret.length > 5)
  await using shop = await startShop(data.path, port, {
    ...env,
    DATABASE_URL: database.connectionString,
    STRIPE_API_BASE: stripe.url,
    SMTP_URL: smtp.url.replace('//', `//shop:${smtpPassword}@`),
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    RATE_LIMITS: 'false',
    LOG_LEVEL: 'debug',
  })

  const client = createClient(shop.url, anonKey, { auth: { persistSession: false } })
  const { data: signedIn } = await client.auth.signInWithPassword(owner)
  const token = signedIn.session?.access_token
  if (!token) throw new Error('The owner could not sign in')
  const responses: string[] = []
  async function collect(path: string, init: RequestInit = {}): Promise<void> {
    const response = await fetch(shop.url + path, { redirect: 'manual', ...init })
    responses.push(`${JSON.stringify([...response.headers])}\n${await response.text()}`)
  }
  for (const path of [...pages, ...others]) await collect(path)
  for (const endpoint of Object.keys(functionMatrix)) {
    const [method = '', path = ''] = endpoint.split(' ')
    const body = method === 'GET' ? {} : { body: '{"wrong":', headers: { 'content-type': 'application/json' } }
    for (const authorization of [`Bearer ${anonKey}`, `Bearer ${token}`]) {
      const headers = { apikey: anonKey, authorization, ...body.headers }
      await collect(`/functions/v1${path.replace(/:\w+/g, 'x')}`, { method, ...body, headers })
    }
  }

  const scripts = textsIn('build/client')
  expect([scripts.length > 50, responses.length > 100, shop.lines.length > 50]).toEqual([true, true, true])
  const texts = { scripts: scripts.join('\n'), responses: responses.join('\n'), log: shop.lines.join('\n') }
  for (const [place, text] of Object.entries(texts)) {
    const found = secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)))
    expect(found, place).toEqual([])
  }
}, 180_000)
