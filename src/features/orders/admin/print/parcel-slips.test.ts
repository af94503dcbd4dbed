import { expect, test } from 'vitest'
import { startAdminOrdersApi } from '#tests/fixtures/admin-orders-api.ts'
import { shipParcel } from '../../parcels/ship-parcel.ts'
import type { PackingSlips } from '../api/admin-orders.contract.ts'

const paid = { payment_status: 'paid', provider_state: 'paid', paid_at: new Date() }

test('a slip has what is in its parcel: of one that left, of what remains, and each of an order that left in several', async () => {
  await using api = await startAdminOrdersApi()
  const { id } = await api.db.order({ ...paid, order_number: 'P-1' })
  await api.line(id, { position: 0, name: 'Mary Dress', size: '8-10', quantity: 2 })
  await api.line(id, { position: 1, name: 'Aida Coat', size: '8-10' })
  const read = async (query: string) => {
    const { slips } = (await (await api.get(`packing-slips?orders=P-1${query}`)).json()) as PackingSlips
    return slips.map(({ lines, parcel }) => ({
      pieces: lines.map(({ name, quantity }) => `${quantity} ${name}`),
      parcel,
    }))
  }
  const send = (pieces?: { position: number; quantity: number }[]) =>
    api.db.asService((tx) => shipParcel(tx, { orderNumber: 'P-1', pieces, trackingNumber: null }))
  expect(await read('')).toEqual([{ pieces: ['2 Mary Dress', '1 Aida Coat'], parcel: null }])
  const first = await send([{ position: 0, quantity: 1 }])
  expect(await read(`&parcel=${first.parcel}`)).toEqual([{ pieces: ['1 Mary Dress'], parcel: { place: 1, of: null } }])
  expect(await read('')).toEqual([{ pieces: ['1 Mary Dress', '1 Aida Coat'], parcel: { place: 2, of: 2 } }])
  const last = await send()
  const both = [
    { pieces: ['1 Mary Dress'], parcel: { place: 1, of: 2 } },
    { pieces: ['1 Mary Dress', '1 Aida Coat'], parcel: { place: 2, of: 2 } },
  ]
  expect(await read('')).toEqual(both)
  expect(await read(`&parcel=${last.parcel}`)).toEqual([both[1]])
  expect(await read('&parcel=999999')).toEqual([])
  for (const wrong of ['view=to_make&parcel=1', 'orders=P-1,C-1&parcel=1', 'orders=P-1&parcel=x'])
    expect((await api.get(`packing-slips?${wrong}`)).status, wrong).toBe(400)
})
