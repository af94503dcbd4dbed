import { sql } from 'kysely'
import { counted } from '#base/counts.ts'
import type { Finding } from '#platform/alerts/incidents.ts'
import type { Db } from '#platform/database/db.ts'
import type { PaymentProvider } from '#platform/payments/provider.ts'

/**
 * The one limit of a wrong clock, for alerts and `doctor`. A response that takes seconds to arrive makes a right clock
 * look wrong by as much, and the payment provider's messages are refused from five minutes on.
 */
const mostSkewSeconds = 30

/**
 * Whether this machine's clock agrees with the database's and with the payment provider's by its last response. A clock
 * that is five minutes wrong makes every message of the provider look forged.
 */
export async function findWrongClock({ watch, provider }: { watch: Db; provider: PaymentProvider }): Promise<Finding> {
  try {
    const reasons = [
      describeSkew(await aheadOfDatabase(watch), 'the database’s'),
      describeSkew(provider.clockAheadMs?.() ?? 0, 'the payment provider’s'),
    ].filter((reason) => reason !== null)
    return reasons.length === 0 ? { state: 'well' } : { state: 'faulty', reasons }
  } catch {
    return { state: 'unknown' }
  }
}

/** In ms, from the middle of the request. */
async function aheadOfDatabase(db: Db): Promise<number> {
  const beganMs = Date.now()
  const { rows } = await db.asService((tx) => sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx))
  return rows[0] ? (beganMs + Date.now()) / 2 - rows[0].now.getTime() : 0
}

/** What the operator does about it. */
export const clockCure = 'Let every machine set its clock by NTP: timedatectl set-ntp true'

/** 'The server’s clock is 10 minutes ahead of the database’s.'; null when the two agree. */
export function describeSkew(aheadMs: number, whose: string): string | null {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  if (seconds <= mostSkewSeconds) return null
  const span =
    seconds < 120 ? counted(seconds, 'second', 'seconds') : counted(Math.round(seconds / 60), 'minute', 'minutes')
  return `The server’s clock is ${span} ${aheadMs > 0 ? 'ahead of' : 'behind'} ${whose}.`
}
