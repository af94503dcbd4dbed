import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openingGarments } from '#features/catalogue/opening-garments.ts'
import { type CompleteShop, startCompleteShop } from '#tests/fixtures/complete-shop.ts'
import { smtpServer } from '#tests/fixtures/smtp-server.ts'
import { startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'
import { firstLook } from '#ui/look/look.ts'
import type { StartList } from './start.contract.ts'
import { inventedAdministrator } from './start-facts.ts'

async function readList(shop: CompleteShop) {
  const response = await fetch(`${shop.url}/functions/v1/start`, {
    headers: { authorization: `Bearer ${shop.adminToken}` },
  })
  return (await response.json()) as StartList
}

async function find(shop: CompleteShop, id: string) {
  return (await readList(shop)).steps.find((step) => step.id === id)
}

async function stateOf(shop: CompleteShop, id: string) {
  return (await find(shop, id))?.state
}

test('a fresh shop has every step open, and each that she confirms can be taken back', async () => {
  await using shop = await startCompleteShop()
  const { steps } = await readList(shop)
  expect(Object.fromEntries(steps.map(({ id, state }) => [id, state]))).toEqual({
    'sign-in': 'done',
    identity: 'missing',
    look: 'missing',
    pages: 'missing',
    sizes: 'missing',
    delivery: 'missing',
    policies: 'missing',
    garment: 'missing',
    payments: 'missing',
    charge: 'blocked',
    mail: 'missing',
    email: 'blocked',
    launch: 'missing',
    backup: 'missing',
    live: 'blocked',
  })
  // Its photographs are on Home too.
  const pages = await find(shop, 'pages')
  expect(pages?.reason.match(/Home/g)).toHaveLength(1)
  for (const confirmed of [true, true, false]) {
    const answer = (await (await shop.ask('confirm-step', { step: 'sizes', confirmed })).json()) as StartList
    expect(answer.steps.find(({ id }) => id === 'sizes')?.state).toBe(confirmed ? 'done' : 'missing')
  }
  await shop.ask('confirm-step', { step: 'look', confirmed: true })
  expect(await find(shop, 'look')).toMatchObject({
    state: 'done',
    confirms: 'look',
    reason: expect.stringContaining('keep'),
  })
  await shop.ask('confirm-step', { step: 'look', confirmed: false })
  await shop.db.asService((tx) =>
    tx
      .insertInto('private.settings')
      .values({ name: 'look', value: JSON.stringify({ shown: firstLook }) })
      .execute(),
  )
  // A look of her own needs no confirmation, and has none to take back.
  expect(await find(shop, 'look')).toMatchObject({ state: 'done', confirms: null })
  await shop.db.asService((tx) =>
    tx.insertInto('private.settings').values({ name: 'launch_at', value: '"2027-01-01T09:00:00Z"' }).execute(),
  )
  expect(await stateOf(shop, 'launch')).toBe('done')
})

test('an administrator with the invented address is asked for one of her own', async () => {
  await using shop = await startCompleteShop()
  await shop.db.asService((tx) =>
    sql`update auth.users set email = ${inventedAdministrator} where id in (select user_id from public.user_roles)`.execute(
      tx,
    ),
  )
  expect(await find(shop, 'sign-in')).toMatchObject({
    state: 'missing',
    to: '/account#email',
    reason: expect.stringContaining(inventedAdministrator),
  })
})

test('example garments go together; one with words of hers stays, and each can be restored', async () => {
  await using shop = await startCompleteShop()
  for (const { slug, name, description } of openingGarments.slice(0, 3)) {
    await shop.db.product({ slug, name, description: slug === 'mary-dress' ? 'In my own words.' : description })
  }
  expect((await readList(shop)).example_garments).toBe(2)
  expect(await stateOf(shop, 'garment')).toBe('missing')
  const both = await Promise.all([1, 2].map(() => shop.ask('delete-example-garments', {})))
  const answers = (await Promise.all(both.map((each) => each.json()))) as { deleted: number }[]
  expect(answers.map(({ deleted }) => deleted).sort()).toEqual([0, 2])
  const left = await shop.db.asService((tx) => tx.selectFrom('products').select('slug').execute())
  expect(left).toEqual([{ slug: 'mary-dress' }])
  expect(await stateOf(shop, 'garment')).toBe('done')
  const archived = await shop.db.asService((tx) => tx.selectFrom('private.deleted_products').select('id').execute())
  expect(archived).toHaveLength(2)
})

test('a trial order counts once it was paid at Stripe and refunded', async () => {
  await using stripe = await startStripe({ deliverer: 'hold' })
  await using shop = await startCompleteShop({ STRIPE_API_BASE: stripe.url, STRIPE_SECRET_KEY: stripe.secretKey })
  expect(await stateOf(shop, 'charge')).toBe('missing')
  const { id, order_number } = await shop.db.order({ payment_provider: 'stripe', provider_state: 'paid' })
  const { steps } = await readList(shop)
  expect(steps.find((step) => step.id === 'charge')).toMatchObject({
    state: 'missing',
    reason: expect.stringContaining(order_number),
  })
  await shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ provider_state: 'refunded' }).where('id', '=', id).execute(),
  )
  expect(await stateOf(shop, 'charge')).toBe('done')
})

test('an e-mail that was found counts for the mail server that it came through', async () => {
  await using smtp = await smtpServer()
  await using shop = await startCompleteShop({ SMTP_URL: smtp.url })
  expect(await stateOf(shop, 'email')).toBe('missing')
  await shop.ask('confirm-step', { step: 'email', confirmed: true })
  expect(await stateOf(shop, 'email')).toBe('done')
  await shop.db.asService((tx) => tx.updateTable('private.start_marks').set({ about: 'another server' }).execute())
  expect(await stateOf(shop, 'email')).toBe('missing')
})
