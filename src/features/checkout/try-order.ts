import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pence } from '#base/money.ts'
import { confirmPaymentJob } from '#features/payments/payments.jobs.ts'
import type { Db } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Terms } from './cart-terms.ts'
import { addOrder } from './place-order.ts'

/** As long as a keyed hash is. */
const network = { hash: 'trial'.padEnd(43, '-'), isShared: false }

class RolledBack extends Error {}

/**
 * Writes an order with its line, audit entry and job as a checkout does, and rolls back. Rejects when a write fails.
 * Only the sequences of internal row ids advance.
 */
export async function tryOrder({ db, queue }: { db: Db; queue: Pick<Queue, 'enqueue'> }): Promise<void> {
  const attempt = db.asService(async (tx) => {
    const id = await addOrder(tx, {
      terms: sampleTerms(),
      cartId: null,
      cartFingerprint: 'trial',
      provider: 'test',
      userId: null,
      network,
      holdsCode: false,
    })
    await queue.enqueue(tx, confirmPaymentJob, id)
    // Runs the deferred constraints, which a rollback would skip.
    await sql`set constraints all immediate`.execute(tx)
    throw new RolledBack()
  })
  await attempt.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
}

function sampleTerms(): Terms {
  const dispatchBy = '2030-01-01'
  const line = {
    productId: randomUUID(),
    slug: 'trial',
    name: 'Trial',
    size: 'One size',
    quantity: 1,
    unitPence: pence(100),
    imageUrl: null,
    isPreorder: true,
    preorderLimit: 1,
    preorderReason: null,
    making: {},
    pieceWork: 100,
    sizeAdvice: null,
    heightCm: null,
    heelCm: null,
    discount: pence(0),
    dispatchBy,
  }
  return {
    lines: [line],
    discountCode: null,
    subtotal: pence(100),
    discount: pence(0),
    country: 'GB',
    services: [],
    countries: ['GB'],
    deliversToNorthernIreland: true,
    dispatchBy,
    giftNote: null,
    holdsWork: false,
  }
}
