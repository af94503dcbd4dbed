import { expect, test } from 'vitest'
import { startShopApi } from '#tests/fixtures/shop-api.ts'
import { listLivePreorders, noteValidity } from './live-preorders.ts'

const now = new Date('2026-06-01T12:00:00Z')
const hourMs = 3_600_000

function inHours(hours: number): Date {
  return new Date(now.getTime() + hours * hourMs)
}

test('a visitor sees the active pre-orders that have not ended, soonest end first', async () => {
  await using api = await startShopApi()
  const open = { is_preorder: true, preorder_end_date: inHours(48) }
  await api.db.product({ ...open, name: 'Later' })
  await api.db.product({ ...open, name: 'Sooner', preorder_end_date: inHours(1) })
  await api.db.product({ ...open, name: 'Over', preorder_end_date: now })
  await api.db.product({ ...open, name: 'Hidden', active: false })
  await api.db.product({ ...open, name: 'Switched off', is_preorder: false })

  const live = await listLivePreorders(api.client(), now)

  expect(live.map(({ name }) => name)).toEqual(['Sooner', 'Later'])
})

test('a page is valid until the remaining days of one of its pre-orders change, and at most until its end', async () => {
  await using api = await startShopApi()
  await api.db.product({ is_preorder: true, preorder_end_date: inHours(30) })
  const live = await listLivePreorders(api.client(), now)
  const recorded: Date[] = []
  const notes = { validUntil: (moment: Date) => void recorded.push(moment) }

  noteValidity(notes, now, live)
  noteValidity(notes, inHours(7), live)
  noteValidity(notes, inHours(30), live)

  expect(recorded).toEqual([inHours(6), inHours(30)])
})
