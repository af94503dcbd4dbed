import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAppContext } from '#app/create-app-context.ts'
import { readConfig } from '#config'
import { reseal } from '#platform/auth/sealed-texts.ts'
import { createLog } from '#platform/log.ts'
import { signBody } from '#platform/payments/event-signature.ts'
import { createSeal, sealOfDatabase } from '#platform/secrets/secrets.ts'
import { readServiceKeys, saveServiceKeys, sealedServiceKeys } from '#platform/secrets/service-keys.ts'
import { type CompleteShop, startCompleteShop } from '#tests/fixtures/complete-shop.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { smtpServer } from '#tests/fixtures/smtp-server.ts'
import { startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'

const jwtSecret = 'a secret of the tests, long enough to be one'
const live = {
  SHOP_MODE: 'live',
  SITE_URL: 'https://shop.example',
  JWT_SECRET: jwtSecret,
  TRUST_PROXY: '1',
  WORKER: 'off',
}

async function caller(shop: CompleteShop) {
  const token = await shop.freshAdmin()
  return async (name: string, body?: object) => {
    const response = await fetch(`${shop.url}/functions/v1/${name}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: JSON.parse(text), text }
  }
}

/** Another program of the same shop. */
async function otherProgram(shop: CompleteShop) {
  const env = { DATABASE_URL: shop.db.connectionString, JWT_SECRET: jwtSecret, WORKER: 'off' }
  return createAppContext(readConfig(env), createLog({ level: 'silent' }))
}

function webhook(shop: CompleteShop, secret: string) {
  const body = JSON.stringify({
    id: `evt_${randomUUID().slice(0, 8)}`,
    type: 'charge.refunded',
    livemode: false,
    data: { object: { object: 'charge', id: 'ch_1' } },
  })
  const headers = { 'stripe-signature': signBody(body, secret, new Date()) }
  return fetch(`${shop.url}/webhooks/stripe`, { method: 'POST', headers, body }).then(({ status }) => status)
}

test('a key that Stripe accepts is used at once, in every program, and its webhook secret too', async () => {
  await using stripe = await startStripe({ deliverer: 'hold' })
  await using shop = await startCompleteShop({ STRIPE_API_BASE: stripe.url })
  const other = await otherProgram(shop)
  const call = await caller(shop)
  expect((await call('service-keys')).body.payments).toMatchObject({ from: 'none', test: null, live: null })
  expect(shop.paymentDeps.provider.name).toBe('test')
  expect(await webhook(shop, stripe.webhookSecret)).toBe(404)

  const wrong = await call('stripe-keys', { secret_key: 'sk_test_another', webhook_secret: 'whsec_a' })
  expect(wrong).toMatchObject({ status: 400, body: { details: [{ path: 'secret_key' }] } })
  expect(shop.paymentDeps.provider.name).toBe('test')

  const keys = { secret_key: stripe.secretKey, webhook_secret: stripe.webhookSecret }
  const saved = await call('stripe-keys', keys)
  expect(saved).toMatchObject({
    status: 200,
    body: { takes_payments: true, payments: { from: 'owner', test: { account: 'acct_standin', readable: true } } },
  })
  expect(shop.paymentDeps.provider.name).toBe('stripe')
  expect(await webhook(shop, stripe.webhookSecret)).toBe(200)
  await expect.poll(() => other.serviceKeys.stripe()?.secretKey).toBe(stripe.secretKey)

  const renewed = await call('stripe-keys', { ...keys, webhook_secret: 'whsec_renewed' })
  expect(renewed.status).toBe(200)
  expect(await webhook(shop, stripe.webhookSecret)).toBe(400)
  expect(await webhook(shop, 'whsec_renewed')).toBe(200)

  expect((await call('remove-service-keys', { service: 'stripe_test' })).body.payments.from).toBe('none')
  expect(shop.paymentDeps.provider.name).toBe('test')
  await other.close()
})

test('neither a response, the log, the audit log nor a row has the keys', async () => {
  await using stripe = await startStripe({ deliverer: 'hold' })
  await using smtp = await smtpServer()
  await using shop = await startCompleteShop({ STRIPE_API_BASE: stripe.url })
  const call = await caller(shop)
  const password = 'a secret of the mail server'
  const wrong = 'sk_test_notarealkey'
  const answers = [
    await call('stripe-keys', { secret_key: wrong, webhook_secret: 'whsec_notarealsecret' }),
    await call('stripe-keys', { secret_key: 'notarealkey sk_test', webhook_secret: 'notarealsecret whsec' }),
    await call('stripe-keys', { secret_key: stripe.secretKey, webhook_secret: stripe.webhookSecret }),
    await call('mail-server', { host: '127.0.0.1', port: smtp.port, user: 'shop', password }),
    await call('mail-server', {
      host: '127.0.0.1',
      port: smtp.port,
      user: 'shop',
      password: `${password}${'x'.repeat(1_000)}`,
    }),
    await call('service-keys'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 200, 200, 400, 200])
  const rows = await shop.db.asService(async (tx) => [
    (await sql`select * from private.service_keys`.execute(tx)).rows,
    (await sql`select * from private.audit_log`.execute(tx)).rows,
  ])
  const everything = [...answers.map(({ text }) => text), JSON.stringify(shop.lines), JSON.stringify(rows)].join('\n')
  const typed = [stripe.secretKey, stripe.webhookSecret, password, encodeURIComponent(password)]
  for (const secret of [...typed, 'notarealkey', 'notarealsecret']) {
    expect(everything).not.toContain(secret)
  }
  expect(rows[1]).toContainEqual(expect.objectContaining({ row_id: 'stripe_test', action: 'saved' }))
})

test('a rehearsal keeps a live key without using it, and a live shop starts with it', async () => {
  const secretKey = 'sk_live_ofthestandin'
  await using stripe = await startStripe({ deliverer: 'hold', secretKey })
  await using smtp = await smtpServer()
  await using shop = await startCompleteShop({ STRIPE_API_BASE: stripe.url })
  const call = await caller(shop)
  const env = { ...live, DATABASE_URL: shop.db.connectionString }
  const start = () => createAppContext(readConfig(env), createLog({ level: 'silent' }))
  await expect(start()).rejects.toThrow(
    /STRIPE_SECRET_KEY: a live shop takes real payments[\s\S]*SMTP_URL: a live shop/,
  )

  const saved = await call('stripe-keys', { secret_key: secretKey, webhook_secret: 'whsec_live' })
  expect(saved.body.payments).toMatchObject({ from: 'none', live: { readable: true } })
  expect(shop.paymentDeps.provider.name).toBe('test')
  await expect(start()).rejects.toThrow(/^\nSMTP_URL/)

  await call('mail-server', { host: '127.0.0.1', port: smtp.port, user: 'shop', password: 'secret' })
  await shop.db.asService((tx) => sql`insert into private.start_marks (name) values ('live')`.execute(tx))
  const opened = await start()
  expect(opened.serviceKeys.stripe()).toEqual({ secretKey, webhookSecrets: ['whsec_live'] })
  await opened.close()

  const other = createAppContext(
    readConfig({ ...env, JWT_SECRET: `${jwtSecret} and another` }),
    createLog({ level: 'silent' }),
  )
  await expect(other).rejects.toThrow(/saved under another JWT_SECRET[\s\S]*keys reseal/)
})

test('the environment comes first, and cannot be changed from the back office', async () => {
  await using stripe = await startStripe({ deliverer: 'hold' })
  await using shop = await startCompleteShop({
    STRIPE_API_BASE: stripe.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    SMTP_URL: 'smtp://127.0.0.1:9',
  })
  const call = await caller(shop)
  expect((await call('service-keys')).body).toMatchObject({ payments: { from: 'server' }, mail: { from: 'server' } })
  const payments = await call('stripe-keys', { secret_key: 'sk_test_a', webhook_secret: 'whsec_a' })
  expect(payments).toMatchObject({ status: 400, body: { details: [{ path: 'secret_key' }] } })
  const mail = await call('mail-server', { host: 'smtp.example.com', port: 587, user: 'a', password: 'b' })
  expect(mail).toMatchObject({ status: 400, body: { details: [{ path: 'host' }] } })
})

test('a mail server is saved once it accepts the login, and the next e-mail goes through it', async () => {
  await using first = await smtpServer()
  await using second = await smtpServer({ login: true })
  await using shop = await startCompleteShop()
  const call = await caller(shop)
  const at = (port: number) => ({ host: '127.0.0.1', port, user: 'shop@example.com', password: 'p/w#?@% d' })
  const email = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }
  const send = () =>
    shop.transport.send({ email, recipient: 'a@example.com', messageId: `<${randomUUID()}@shop.test>` })

  first.answer = (stage) => (stage === 'auth' ? '535 wrong' : undefined)
  expect(await call('mail-server', at(first.port))).toMatchObject({
    status: 400,
    body: { details: [{ path: 'password' }] },
  })
  expect(await call('mail-server', at(9))).toMatchObject({ status: 400, body: { details: [{ path: 'host' }] } })
  await send()
  expect(first.received).toHaveLength(0)

  first.answer = () => undefined
  expect((await call('mail-server', at(first.port))).body.mail).toMatchObject({
    from: 'owner',
    saved: { host: '127.0.0.1' },
  })
  await send()
  await first.arrived(1)
  expect(first.asked('auth')).toContain('shop@example.com')

  await call('mail-server', at(second.port))
  await send()
  await second.arrived(1)
  expect(first.received).toHaveLength(1)
})

test('a key of another account is saved only on purpose', async () => {
  await using stripe = await startStripe({ deliverer: 'hold' })
  await using shop = await startCompleteShop({ STRIPE_API_BASE: stripe.url })
  const call = await caller(shop)
  const former = { secretKey: 'sk_test_former', webhookSecrets: ['whsec_former'] }
  await shop.db.asService((tx) =>
    saveServiceKeys(tx, sealOfDatabase(jwtSecret), { service: 'stripe_test', keys: former, account: 'acct_former' }),
  )
  await call('remove-service-keys', { service: 'mail' })
  const keys = { secret_key: stripe.secretKey, webhook_secret: stripe.webhookSecret }
  expect(await call('stripe-keys', keys)).toMatchObject({ status: 409, body: { code: 'other_account' } })
  expect((await call('stripe-keys', { ...keys, other_account: true })).status).toBe(200)
})

test('who signed in a while ago confirms it before a key is tried', async () => {
  await using shop = await startCompleteShop()
  const call = await caller(shop)
  await shop.db.asService((tx) => sql`update private.clock set ahead = '11 minutes'`.execute(tx))
  expect(await call('mail-server', { host: '127.0.0.1', port: 9, user: 'a', password: 'b' })).toMatchObject({
    status: 403,
    body: { details: { reason: 'sign_in_again' } },
  })
})

test('after a change of JWT_SECRET the keys are sealed again', async () => {
  await using db = await testDatabase()
  const [former, present] = [createSeal('former'), createSeal('present')]
  const keys = { smtpUrl: 'smtp://127.0.0.1:25' }
  await db.asService(async (tx) => {
    await saveServiceKeys(tx, former, { service: 'mail', keys })
    expect((await readServiceKeys(tx, present)).mail).toMatchObject({ keys: null })
    await reseal(tx, { former, present, others: [sealedServiceKeys] })
    expect((await readServiceKeys(tx, present)).mail).toMatchObject({ keys })
  })
})
