import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseOrderDetails } from '#operations/customer-data/erase-account.ts'
import type { Tx } from '#platform/database/db.ts'
import { callFunction } from '#tests/fixtures/account-data.ts'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { paidThroughProvider } from '#tests/fixtures/paid-through-provider.ts'
import { pounds } from '#tests/fixtures/pounds.ts'

let api: AccountsApi
let owner: string

beforeAll(async () => {
  api = await startAccountsApi()
  const account = await api.account()
  await read((tx) => tx.insertInto('user_roles').values({ user_id: account.id, role: 'admin' }).execute())
  owner = (await api.client().auth.signInWithPassword(account)).data.session?.access_token ?? ''
})
afterAll(() => api[Symbol.asyncDispose]())

const read = <Value>(work: (tx: Tx) => Promise<Value>) => api.db.asService(work)
const day = '2030-02-01'

/** An order that a stranger's address was confirmed to, delayed, with a link of every kind. */
async function order() {
  const email = `${crypto.randomUUID()}@example.com`
  const { id, order_number: number, sessionId } = await paidThroughProvider(api, { userId: null, email })
  const cart = crypto.randomUUID()
  const line = await read(async (tx) => {
    const garment = { order_id: id, position: 1, product_id: id, slug: 'mary', name: 'Mary Dress', size: '10-12' }
    const added = tx
      .insertInto('order_lines')
      .values({ ...garment, unit_price: pounds(89), quantity: 1, dispatch_by: '2030-01-15' })
      .returning('id')
    await tx.updateTable('pre_orders').set({ cart_id: cart }).where('id', '=', id).execute()
    const delay = { order_id: id, dispatch_by: day, previous_dispatch_by: '2030-01-15', in_production: false }
    await tx.insertInto('private.order_delays').values(delay).execute()
    return Number((await added.executeTakeFirstOrThrow()).id)
  })
  return { id, number, email, sessionId, cart, line, links: linksOf(id, 1) }
}

function linksOf(id: string, linkVersion: number) {
  return {
    page: api.orderLinks.pathOf({ id, linkVersion }).slice('/order/'.length),
    review: api.reviewLinks.pathOf({ id, linkVersion }).slice('/review/'.length),
    delay: api.delayTokens.issue({ orderId: id, day, linkVersion }),
  }
}

const call = (path: string, body?: object, token?: string) =>
  callFunction<{ code?: string; path?: string }>(api, { path, token, body })

type Order = Awaited<ReturnType<typeof order>>

/** The status that each use of an order's links answers; a 404 changes nothing. */
async function useLinks({ links: { page, review, delay }, line }: Pick<Order, 'links' | 'line'>) {
  const uses: Record<string, Promise<{ status: number }>> = {
    page: call(`order-page?token=${page}`),
    change: call('change-order', { token: page, gift_note: 'For you' }),
    address: call('change-address', { token: page, ...address }),
    code: call('confirm-address', { token: page, code: '123456' }),
    withdrawal: call('request-return', {
      token: page,
      id: crypto.randomUUID(),
      kind: 'withdrawal',
      lines: [{ id: line, quantity: 1 }],
    }),
    photograph: call('return-photograph', { token: page }),
    reviewPath: call(`review-path?token=${page}`),
    reviewPage: call(`review-page?token=${review}`),
    review: call('save-review', {
      token: review,
      line,
      stars: 5,
      fit: 'true',
      words: 'Good.',
      name: 'R',
      consent: true,
    }),
    eraseReview: call('erase-review', { token: review, line }),
    requests: call('review-requests', { token: review, wanted: false }),
    reviewPhotograph: call('review-photograph', { token: review, line }),
    delay: call(`answer-delay?token=${delay}`),
    keep: call('answer-delay', { token: delay, answer: 'keep' }),
    cancel: call('cancel-order-by-link', { token: page }),
  }
  const answers = await Promise.all(Object.entries(uses).map(async ([use, answer]) => [use, (await answer).status]))
  return Object.fromEntries(answers) as Record<string, number>
}

const address = {
  shipping_address: '7 New Road',
  shipping_city: 'York',
  shipping_postcode: 'YO1 7HH',
  shipping_country: 'GB',
}

async function versionOf(id: string) {
  return read((tx) =>
    tx
      .selectFrom('pre_orders')
      .select(['version', 'link_version', 'order_status', 'gift_note'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
}

async function correct({ id, number }: { id: string; number: string }, customer_email: string, more: object = {}) {
  const { version } = await versionOf(id)
  const { status, body } = await callFunction<{ edit_id: string }>(api, {
    path: 'edit-order',
    token: owner,
    body: { order_number: number, version, customer_email, ...more },
  })
  expect(status).toBe(200)
  return body.edit_id
}

const newLinks = (orderId: string) =>
  read((tx) =>
    tx
      .selectFrom('private.outbox')
      .select(['recipient', 'data', 'state'])
      .where('order_id', '=', orderId)
      .where('kind', '=', 'order_link')
      .execute(),
  )

test('a corrected e-mail address ends every kind of link that was sent to the wrong one', async () => {
  const wrong = await order()
  const before = await order()
  const opened = Object.entries(await useLinks(before)).filter(([, status]) => status === 404)
  expect(opened).toEqual([])

  await correct(wrong, 'ruth.right@example.com')
  const ended = await useLinks(wrong)
  expect(Object.entries(ended).filter(([, status]) => status !== 404)).toEqual([])
  expect(await versionOf(wrong.id)).toMatchObject({ link_version: 2, order_status: 'pending', gift_note: null })
  const { page, delay } = linksOf(wrong.id, 2)
  expect((await call(`order-page?token=${page}`)).status).toBe(200)
  expect((await call(`answer-delay?token=${delay}`)).status).toBe(200)
})

test('every way of changing the address counts; another spelling of it does not', async () => {
  const { id, number, email, links } = await order()
  await correct({ id, number }, email.toUpperCase())
  expect((await call(`order-page?token=${links.page}`)).status).toBe(200)
  const client = api.client({ key: api.serviceRoleKey })
  await client.from('pre_orders').update({ customer_email: 'other@example.com' }).eq('id', id).throwOnError()
  expect((await call(`order-page?token=${links.page}`)).status).toBe(404)
})

test('after the address was removed no e-mail that still waits takes a new link to it', async () => {
  const { id } = await order()
  await read((tx) => tx.updateTable('pre_orders').set({ order_status: 'processing' }).where('id', '=', id).execute())
  const client = api.client({ key: api.serviceRoleKey })
  await client.from('pre_orders').update({ customer_email: null }).eq('id', id).throwOnError()
  const emails = () =>
    read((tx) =>
      tx
        .selectFrom('private.outbox')
        .select(['recipient', 'state'])
        .where('order_id', '=', id)
        .where('kind', '=', 'order_in_production')
        .execute(),
    )
  expect(await emails()).toEqual([{ recipient: '', state: 'dropped' }])
})

test('an undone change of the address revives no link, and the address gets a new one', async () => {
  const { id, number, email, links } = await order()
  const editId = await correct({ id, number }, 'ruth.wrong@example.com')
  const sentToWrong = linksOf(id, 2)
  expect((await call('undo-order-edit', { order_number: number, edit_id: editId }, owner)).status).toBe(200)
  for (const { page } of [links, sentToWrong]) expect((await call(`order-page?token=${page}`)).status).toBe(404)
  expect(await newLinks(id)).toEqual([{ recipient: email, data: { news: 'renewed' }, state: 'waiting' }])
  const written = await api.orderEmails.order_link?.({ data: { news: 'renewed' }, orderId: id, recipient: email })
  expect(written?.text).toContain(api.orderLinks.urlOf({ id, linkVersion: 3 }))
  expect(written?.text).not.toContain('entered your order number')
})

test('the owner ends an order’s links, and its address gets a new one', async () => {
  const placed = await order()
  const { id, number, email } = placed
  expect((await call('end-order-links', { order_number: number }, owner)).status).toBe(200)
  const ended = await useLinks(placed)
  expect(Object.entries(ended).filter(([, status]) => status !== 404)).toEqual([])
  expect(await newLinks(id)).toMatchObject([{ recipient: email, data: { news: 'renewed' } }])
  await call('end-order-links', { order_number: number }, owner)
  expect(await newLinks(id)).toHaveLength(2)
  const { order_number: unpaid } = await api.db.order({ customer_email: email })
  expect(await call('end-order-links', { order_number: unpaid }, owner)).toMatchObject({ status: 409 })
})

test('an erasure ends the links, and the browser that paid gets no new one', async () => {
  const placed = await order()
  const { id, sessionId, cart } = placed
  const bought = { session_id: sessionId, cart_id: cart }
  expect((await call('bought-order', bought)).status).toBe(200)
  await read((tx) => eraseOrderDetails(tx, [id], 'Erased.'))
  const ended = await useLinks(placed)
  expect(Object.entries(ended).filter(([, status]) => status !== 404)).toEqual([])
  expect((await call('bought-order', bought)).status).toBe(404)
})
