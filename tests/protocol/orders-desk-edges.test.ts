import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskApi, startDeskApi } from '#tests/fixtures/desk-api.ts'

/** What an owner's desk meets on odd days: made-up places, orders written by hand, days at their edges. */
let api: DeskApi

beforeAll(async () => {
  api = await startDeskApi()
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
})

const paid = { payment_status: 'paid', payment_state: 'paid', paid_at: new Date() }

test('a made-up place in the list is refused, whatever day it names', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  for (const at of [
    '2026-02-30 00:00:00+00',
    '0000-01-01 00:00:00+00',
    '2026-01-01 24:00:00+00',
    '2026-01-01 23:59:60+00',
    '2026-04-31 00:00:00+00',
  ]) {
    const answer = await api.get(`orders?cursor=${encodeURIComponent(`${at}_${id}`)}`)
    expect([at, answer.status].join(), at).toMatch(/,(200|400)$/)
  }
  for (const day of ['2026-02-30', '0000-01-01', '2026-13-01']) {
    const place = `${day}_2026-01-01 00:00:00+00_${id}`
    expect((await api.get(`orders?view=to_make&cursor=${encodeURIComponent(place)}`)).status, day).toBe(400)
  }
  const other = `2026-01-01_2026-01-01 00:00:00+00_${id}`
  expect((await api.get(`orders?view=all&cursor=${encodeURIComponent(other)}`)).status).toBe(400)
})

test('an order written by hand, without lines, is cut and counted in the file as any other', async () => {
  await api.db.order({
    ...paid,
    order_number: 'H-1',
    product_name: 'Naomi Cape',
    product_size: '12-14',
    customer_email: null,
  })
  const { rows } = (await (await api.get('cut-list?orders=H-1')).json()) as { rows: object[] }
  expect(rows).toMatchObject([{ name: 'Naomi Cape', size: '12-14', quantity: 1, orders: [{ order_number: 'H-1' }] }])
  expect(await (await api.get('export-orders?q=H-1')).text()).toContain('Naomi Cape, 12-14')
})
