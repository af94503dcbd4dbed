import type { Context, Hono } from 'hono'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { limitWrongLinks, orderByLink, requireWithinRate } from '../links/order-by-link.ts'
import type { OrderLinks } from '../links/order-links.ts'
import type { AddressCodes } from './address-code.ts'
import { changeAddress, changeOrder, confirmNewAddress } from './change-order.contract.ts'
import { changeByCustomer } from './customer-changes.ts'
import { askForAddress, type CodeResult, confirmAddress } from './new-address.ts'

const ofNetwork: Rate = { max: 40, perSeconds: 600 }
/** Each change sends an e-mail, so one order has few in a day. */
const ofOrder: Rate = { max: 40, perSeconds: 86_400 }

type Options = { queue: Queue; links: OrderLinks; codes: AddressCodes }

/** Changes of an order by its customer until it is begun. */
export function changeOrderApi({ queue, links, codes }: Options): Hono<Env> {
  /** Runs `work` for the order of a link, in one transaction. */
  async function forOrder<T>(
    { c, db }: { c: Context<Env>; db: Db },
    token: string,
    work: (tx: Tx, orderId: string) => Promise<T>,
  ): Promise<T> {
    await requireWithinRate(c, { bucket: 'change-order', key: limitKey(c.var.clientIp), rate: ofNetwork })
    const { id } = await limitWrongLinks(c, () => db.asService((tx) => orderByLink(tx, links, token)))
    await requireWithinRate(c, { bucket: 'change-order.order', key: id, rate: ofOrder })
    return db.asService(async (tx) => work(tx, (await orderByLink(tx, links, token, { lock: true })).id))
  }

  return endpoints(
    handle(changeOrder, async ({ body: { token, lines, ...fields }, ...call }) => ({
      changed: await forOrder(call, token, (tx, id) => changeByCustomer(tx, id, { fields, lines })),
    })),
    handle(changeAddress, async ({ body: { token, ...address }, ...call }) => ({
      is_sent: await forOrder(call, token, (tx, orderId) => askForAddress(tx, queue, { orderId, address })),
    })),
    handle(confirmNewAddress, async ({ body: { token, code }, ...call }) => {
      const result = await forOrder(call, token, (tx, orderId) => confirmAddress(tx, codes, { orderId, code }))
      if (result.is !== 'right') throw refusalOf(result)
      return { changed: true as const }
    }),
  )
}

function refusalOf(result: Exclude<CodeResult, { is: 'right' }>): AppError {
  if (result.is === 'begun') {
    const message = 'We started on this order while the code was on its way, so the address can’t be changed here.'
    return new AppError('conflict', message, { details: { reason: 'begun' } })
  }
  const left = result.is === 'wrong' ? result.left : 0
  const message =
    left > 0
      ? `That isn’t the code in our e-mail. You have ${left === 1 ? 'one try' : `${left} tries`} left.`
      : 'This code is no longer valid. Please request a new one.'
  return fieldError('code', message)
}
