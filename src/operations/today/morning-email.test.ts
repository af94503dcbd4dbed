import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayMs } from '#base/day-ms.ts'
import { fromShopClock, shopDate } from '#base/shop-clock.ts'
import { isWorkingDay } from '#features/settings/bank-holidays.ts'
import { writeListSettings } from '#features/subscribers/subscriber-deps.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { isMorning, morningEmails, queueMorningEmail } from './morning-email.ts'
import { findToday } from './read-today.ts'

const siteUrl = 'https://shop.example'
const paid = { payment_status: 'paid', provider_state: 'paid' } as const

test.each([
  ['2026-11-30T06:59:59Z', false, 'a minute before seven'],
  ['2026-11-30T07:00:00Z', true, 'Monday at seven'],
  ['2026-11-30T09:59:00Z', true, 'a program that was down at seven'],
  ['2026-11-30T10:00:00Z', false, 'no morning any more'],
  ['2026-11-28T07:30:00Z', false, 'a Saturday'],
  ['2026-12-25T07:30:00Z', false, 'a bank holiday'],
  ['2026-12-01T07:30:00Z', false, 'a day off'],
  ['2026-07-01T06:00:00Z', true, 'seven in summer time'],
  ['2026-07-01T05:59:00Z', false, 'six in summer time'],
])('%s is a morning: %s (%s)', (now, is) => {
  expect(isMorning(new Date(now), { hour: 7, daysOff: ['2026-12-01'] })).toBe(is)
})

/** Moves the shop's clock to this time of a working day to come, the first or a later one. */
async function goTo(db: TestDatabase, time: string, place = 0): Promise<void> {
  const days = Array.from({ length: 14 }, (_, at) => shopDate(new Date(Date.now() + (at + 1) * dayMs)))
  const day = days.filter((each) => isWorkingDay(Date.parse(each) / dayMs))[place]
  const moment = fromShopClock(`${day}T${time}`)
  await db.asService((tx) => sql`update private.clock set ahead = ${moment}::timestamptz - now()`.execute(tx))
}

async function set(db: TestDatabase, name: string, value: unknown): Promise<void> {
  await db.asService((tx) =>
    sql`insert into private.settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
      on conflict (name) do update set value = excluded.value`.execute(tx),
  )
}

async function openShop() {
  const db = await testDatabase({ withQueue: true })
  const queue = createQueue({
    connectionString: db.connectionString,
    log: createLog({ level: 'error' }),
    working: false,
  })
  await queue.start()
  await writeListSettings(db, { doubleOptIn: false })
  return {
    db,
    queueMorning: () => queueMorningEmail({ db, queue }),
    emails: async () =>
      (
        await db.asService((tx) =>
          sql<{ cause: string; recipient: string; data: object; state: string }>`
            select cause, recipient, data, state from private.outbox where kind = 'owner_morning' order by cause`.execute(
            tx,
          ),
        )
      ).rows,
    write: (data: object) => morningEmails({ db, siteUrl }).owner_morning?.({ data, orderId: null, recipient: '' }),
    async [Symbol.asyncDispose]() {
      await queue.stop()
      await db[Symbol.asyncDispose]()
    },
  }
}

test('the morning e-mail is off until she wants it, and then comes once a day whatever runs at once', async () => {
  await using shop = await openShop()
  await goTo(shop.db, '07:30')
  await shop.queueMorning()
  expect(await shop.emails()).toEqual([])
  await set(shop.db, 'morning_email', { on: true, hour: 7, when_quiet: false })
  await set(shop.db, 'owner_emails', 'ruth@workshop.example')
  await Promise.all(Array.from({ length: 8 }, shop.queueMorning))
  await shop.queueMorning()
  expect(await shop.emails()).toMatchObject([{ recipient: 'ruth@workshop.example', state: 'waiting' }])
  await goTo(shop.db, '08:00')
  await shop.queueMorning()
  expect(await shop.emails()).toHaveLength(1)
  await goTo(shop.db, '07:30', 1)
  await set(shop.db, 'owner_emails', 'off')
  await shop.queueMorning()
  expect(await shop.emails()).toHaveLength(1)
})

test('with nothing to do it is sent only if she wants that, and what comes later that day changes nothing', async () => {
  await using shop = await openShop()
  await goTo(shop.db, '07:30')
  await set(shop.db, 'morning_email', { on: true, hour: 7, when_quiet: false })
  await shop.queueMorning()
  const [email] = await shop.emails()
  expect(await shop.write(email?.data ?? {})).toBeNull()
  // As the worker does.
  await shop.db.asService((tx) => sql`update private.outbox set state = 'dropped'`.execute(tx))
  await shop.db.order(paid)
  await shop.queueMorning()
  expect(await shop.emails()).toMatchObject([{ state: 'dropped' }])

  const today = await shop.db.asService(findToday)
  expect(await shop.write({ day: today.today })).toMatchObject({ subject: expect.stringContaining('1 to cut') })
  expect(await shop.write({ day: '2026-01-05' })).toBeNull()
  await shop.db.asService((tx) => sql`delete from public.pre_orders`.execute(tx))
  await set(shop.db, 'morning_email', { on: true, hour: 7, when_quiet: true })
  const quiet = await shop.write({ day: today.today })
  expect(quiet?.subject).toContain('nothing waits for you today')
  await set(shop.db, 'morning_email', { on: false, hour: 7, when_quiet: true })
  expect(await shop.write({ day: today.today })).toBeNull()
})
