import { dayMs } from '#base/day-ms.ts'
import type { PaymentProvider, PaymentRecord, SessionRecord, Span } from '#platform/payments/provider.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { classifyOrder } from './classify-order.ts'
import { classifyDispute, classifySession, hasArrived } from './classify-session.ts'
import type { Discrepancy } from './discrepancy.ts'
import {
  type LocalOrder,
  listOlderOrders,
  listPaidOrders,
  listPaymentsToReconcile,
  type PaidPage,
  type Place,
  readOrders,
} from './local-order.ts'
import { isOutdated, reconcileOrder, reconcileSession } from './reconcile-session.ts'
import { type Counts, noCounts } from './reconciliation-runs.ts'

/** Beyond this number discrepancies are only counted; they are found again when these are resolved. */
const maxDiscrepancies = 1_000
const batchSize = 100
const sliceDays = 7

export type Compared = { discrepancies: Discrepancy[]; counts: Counts }

/**
 * Compares the provider's records of a span with our orders and returns the differences. A session whose webhook was
 * lost is settled on the way. Sessions and payments are read in slices of a week with the background rate
 * limit, orders in batches of 100, so memory holds the ids of two weeks at most. `alive` is called between batches and
 * may throw to stop. Throws where the provider does not respond.
 */
export async function reconcile(
  deps: PaymentDeps,
  span: Span,
  alive: () => Promise<void> = async () => undefined,
): Promise<Compared> {
  const comparison = begin(deps, alive)
  let before: Seen = nothing()
  for (const slice of slicesOf(span, sliceDays)) {
    const seen = nothing()
    await comparison.sessions(slice, seen)
    await comparison.payments(slice, [seen, before])
    await comparison.orders(slice, [seen, before])
    before = seen
  }
  await comparison.refunds(span)
  await comparison.disputes(span)
  await comparison.olderOrders(span)
  return comparison.result()
}

type Seen = { orders: Set<string>; payments: Set<string> }

function nothing(): Seen {
  return { orders: new Set(), payments: new Set() }
}

function begin(deps: PaymentDeps, alive: () => Promise<void>) {
  const { db, provider } = deps
  const slow: PaymentProvider = provider.inBackground()
  const byKey = new Map<string, Discrepancy>()
  const counts: Counts = { ...noCounts }

  function keep(discrepancies: readonly Discrepancy[]): void {
    for (const discrepancy of discrepancies) {
      if (byKey.size < maxDiscrepancies || byKey.has(discrepancy.key)) byKey.set(discrepancy.key, discrepancy)
      else counts.more += 1
    }
  }

  const ordersOf = (ids: readonly string[]): Promise<Map<string, LocalOrder>> =>
    db.asService((tx) => readOrders(tx, provider.name, ids))

  /** A session that does not match is read again, settled if that is enough, and classified again. */
  async function session(record: SessionRecord, order: LocalOrder | null): Promise<void> {
    let discrepancies = classifySession(record, order)
    if (discrepancies.some(({ kind }) => kind !== 'open_dispute') || (order && isOutdated(record, order))) {
      const again = await reconcileSession(deps, slow, record.id)
      if (again.isSettled) counts.put_right += 1
      discrepancies = again.discrepancies
    }
    if (discrepancies.every(({ kind }) => kind === 'open_dispute')) {
      counts.matched += 1
      counts.matched_pence += record.totalPence ?? 0
    }
    keep(discrepancies)
  }

  function elsewhere({ amountPence }: PaymentRecord): void {
    counts.elsewhere += 1
    counts.elsewhere_pence += amountPence
  }

  async function payment(record: PaymentRecord, seen: readonly Seen[]): Promise<void> {
    if (record.orderId === null) return elsewhere(record)
    if (seen.some(({ payments }) => payments.has(record.id))) return
    const page = await slow.findSessionOf(record.id)
    if (!page?.orderId || !hasArrived(page)) return elsewhere(record)
    // A session created before the span and paid in it.
    seen[0]?.orders.add(page.orderId)
    counts.payments += 1
    await session(page, (await ordersOf([page.orderId])).get(page.orderId) ?? null)
  }

  return {
    async sessions(slice: Span, seen: Seen): Promise<void> {
      for await (const batch of inBatches(slow.listSessions(slice), batchSize)) {
        await alive()
        const own = batch.filter((record) => record.orderId !== null && hasArrived(record))
        const orders = await ordersOf(own.flatMap(({ orderId }) => orderId ?? []))
        for (const record of own) {
          if (record.orderId) seen.orders.add(record.orderId)
          if (record.paymentId) seen.payments.add(record.paymentId)
          counts.payments += 1
          await session(record, orders.get(record.orderId ?? '') ?? null)
        }
      }
    },
    async payments(slice: Span, seen: readonly Seen[]): Promise<void> {
      for await (const batch of inBatches(slow.listPayments(slice), batchSize)) {
        await alive()
        for (const record of batch) await payment(record, seen)
      }
    },
    /** Refunds that were made or failed at the provider in the span, of payments of any age. */
    async refunds(span: Span): Promise<void> {
      for await (const batch of inBatches(slow.listRefunds(span), batchSize)) {
        await alive()
        for (const paymentId of await db.asService((tx) => listPaymentsToReconcile(tx, batch))) {
          const page = await slow.findSessionOf(paymentId)
          if (!page?.orderId || !hasArrived(page)) continue
          const { discrepancies, isSettled } = await reconcileSession(deps, slow, page.id)
          if (isSettled) counts.put_right += 1
          keep(discrepancies)
        }
      }
    },
    async disputes(span: Span): Promise<void> {
      for await (const dispute of slow.listDisputes(span)) {
        await alive()
        const [isOpen] = classifyDispute(dispute, null)
        if (!isOpen || byKey.has(isOpen.key)) continue
        keep(classifyDispute(dispute, dispute.paymentId ? await slow.findSessionOf(dispute.paymentId) : null))
      }
    },
    async orders(span: Span, seen: readonly Seen[]): Promise<void> {
      for await (const order of allPaid(deps, span)) {
        counts.orders += 1
        if (counts.orders % batchSize === 0) await alive()
        if (seen.some(({ orders: known }) => known.has(order.id))) keep(classifyOrder(order, true))
        else keep(await reconcileOrder(deps, slow, order.id))
      }
    },
    async olderOrders(span: Span): Promise<void> {
      await alive()
      for await (const order of allOlder(deps, span)) keep(classifyOrder(order, null))
    },
    result(): Compared {
      return { discrepancies: [...byKey.values()], counts: { ...counts, findings: byKey.size } }
    },
  }
}

/** The paid orders of a span, read in batches. */
async function* allPaid({ db, provider }: PaymentDeps, span: Span): AsyncIterable<LocalOrder> {
  let after: Place | null = null
  do {
    const page: PaidPage = { provider: provider.name, span, after, limit: batchSize }
    const batch = await db.asService((tx) => listPaidOrders(tx, page))
    yield* batch.orders
    after = batch.next
  } while (after)
}

async function* allOlder({ db, provider }: PaymentDeps, span: Span): AsyncIterable<LocalOrder> {
  let after: string | undefined
  do {
    const page = { provider: provider.name, span, after: after ?? null, limit: batchSize }
    const orders: LocalOrder[] = await db.asService((tx) => listOlderOrders(tx, page))
    yield* orders
    after =
      orders.length === batchSize
        ? orders
            .map(({ id }) => id)
            .toSorted()
            .at(-1)
        : undefined
  } while (after)
}

/** Groups values into batches of `size`; the last may be smaller, none is empty. */
export async function* inBatches<Value>(values: AsyncIterable<Value>, size: number): AsyncIterable<Value[]> {
  let batch: Value[] = []
  for await (const value of values) {
    batch.push(value)
    if (batch.length === size) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

/** Splits a span into consecutive slices of `days`; the last may be shorter. */
export function slicesOf({ from, until }: Span, days: number): Span[] {
  const slices: Span[] = []
  for (let start = from.getTime(); start < until.getTime(); start += days * dayMs) {
    slices.push({ from: new Date(start), until: new Date(Math.min(start + days * dayMs, until.getTime())) })
  }
  return slices
}
