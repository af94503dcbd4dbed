import { sql } from 'kysely'
import { z } from 'zod'
import { dayMs } from '#base/day-ms.ts'
import { shopDate, toShopClock } from '#base/shop-clock.ts'
import { isWorkingDay } from '#features/settings/bank-holidays.ts'
import { morningEmailOf } from '#features/settings/read-shop-settings.ts'
import { daysIn, settingSchemas } from '#features/settings/shop-settings.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import { type Db, readShopNow, type Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { readSettingValues } from '#platform/settings.ts'
import { morningEmail } from './morning.email.ts'
import { findToday } from './read-today.ts'
import { nextThing } from './today.ts'

const kind = 'owner_morning'

/** A shop that did not run at the chosen hour catches up for so long; later, the day is not a morning any more. */
const hoursToCatchUp = 3

/**
 * Whether the morning e-mail of a day is due: on a working day that is no day off, from the chosen hour on. `daysOff`:
 * 'YYYY-MM-DD'.
 */
export function isMorning(now: Date, { hour, daysOff }: { hour: number; daysOff: readonly string[] }): boolean {
  const today = shopDate(now)
  const shown = Number(toShopClock(now).slice(11, 13))
  return (
    isWorkingDay(Date.parse(today) / dayMs) &&
    !daysOff.includes(today) &&
    shown >= hour &&
    shown < hour + hoursToCatchUp
  )
}

/**
 * Queues today's morning e-mail, once a day whatever runs or restarts: the day is its key in the outbox. Whether it has
 * anything to say is decided once, when it is sent.
 */
export function queueMorningEmail({ db, queue }: { db: Db; queue: Queue }): Promise<void> {
  return db.asService(async (tx) => {
    const now = await readShopNow(tx)
    const { on, hour, daysOff } = await readSetting(tx)
    if (!on || !isMorning(now, { hour, daysOff })) return
    const cause = shopDate(now)
    const { rows } = await sql<{ recipient: string | null; is_known: boolean }>`
      select private.owner_email() as recipient,
        exists (select from private.outbox where kind = ${kind} and cause = ${cause}) as is_known`.execute(tx)
    const [found] = rows
    // A dropped e-mail would wait again.
    if (!found?.recipient || found.is_known) return
    await queueEmail(tx, queue, { kind, cause, recipient: found.recipient, data: { day: cause } })
  })
}

/** The template: what is true at sending; nothing of a day that is over, or with nothing to do unless she chose that. */
export function morningEmails({ db, siteUrl }: { db: Db; siteUrl: string }): EmailTemplates {
  return {
    [kind]: async ({ data }) => {
      const { day } = z.object({ day: z.string() }).parse(data)
      const { today, isWanted } = await db.asService(async (tx) => {
        const found = await findToday(tx)
        const { on, when_quiet } = await readSetting(tx)
        return { today: found, isWanted: on && (when_quiet || nextThing(found) !== null) }
      })
      return isWanted && today.today === day ? composeEmail(morningEmail(today, siteUrl)) : null
    },
  }
}

async function readSetting(tx: Tx) {
  const values = await readSettingValues(tx, 'morning_email', 'days_off')
  const daysOff = daysIn(settingSchemas.days_off.safeParse(values.get('days_off')).data ?? [])
  return { ...morningEmailOf(values), daysOff }
}
