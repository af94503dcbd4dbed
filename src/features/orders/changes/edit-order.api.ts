import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { OrderNumber } from '#features/orders/order-number.ts'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Claims, Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import { endOrderLinks } from '../links/end-order-links.ts'
import { editOrder } from './edit-order.ts'
import { EditBody, UndoBody } from './edit-order-body.ts'
import { readEditableOrder } from './editable-order.ts'
import { listHemmedLines, listLineSizes } from './line-sizes.ts'
import { undoEdit } from './undo-edit.ts'

const LinksBody = z.object({ order_number: OrderNumber })

/**
 * The owner's changes of an order's details, mounted at /functions/v1, for administrators only. GET
 * order-sizes?order_number= returns `{ sizes: [{ position, sizes }], hemmed }`, the sizes each line may have, and the positions
 * of those that are hemmed for a height. POST edit-order
 * (see `EditBody`) changes them and returns `{ edit_id, has_account }`; POST undo-order-edit `{ order_number, edit_id
 * }` takes a change back. POST end-order-links `{ order_number }` ends the order's links and e-mails a new one.
 */
export function editOrderApi({ db }: { db: Db }): Hono<Env> {
  /** The service role with the administrator's id, for the audit log. */
  async function administrator(c: Context<Env>): Promise<Claims & { sub: string }> {
    c.header('Cache-Control', 'no-store')
    return { role: 'service_role', sub: (await requireAdministrator(db, c)).userId }
  }

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/order-sizes', async (c) => {
      await administrator(c)
      const orderNumber = OrderNumber.parse(c.req.query('order_number'))
      const [sizes, hemmed] = await db.asService(async (tx) => {
        const order = await readEditableOrder(tx, { orderNumber })
        return [await listLineSizes(tx, order), await listHemmedLines(tx, order.id)]
      })
      return c.json({ sizes: [...sizes].map(([position, sizes]) => ({ position, sizes })), hemmed })
    })
    .post('/edit-order', async (c) => {
      const claims = await administrator(c)
      const body = EditBody.parse(await c.req.json())
      const { order_number: orderNumber, version, address, lines, tell_customer, link_account, ...fields } = body
      const edited = await db.as(
        claims,
        (tx) =>
          editOrder(tx, {
            orderNumber,
            version,
            wanted: { fields: { ...fields, ...address }, lines },
            tellCustomer: tell_customer,
            linkAccount: link_account,
            userId: claims.sub,
          }),
        requestContextOf(c),
      )
      return c.json({ edit_id: edited.editId, has_account: edited.hasAccount })
    })
    .post('/undo-order-edit', async (c) => {
      const claims = await administrator(c)
      const { order_number: orderNumber, edit_id: editId } = UndoBody.parse(await c.req.json())
      await db.as(claims, (tx) => undoEdit(tx, { orderNumber, editId, userId: claims.sub }), requestContextOf(c))
      return c.json({ undone: true })
    })
    .post('/end-order-links', async (c) => {
      const claims = await administrator(c)
      const { order_number: orderNumber } = LinksBody.parse(await c.req.json())
      await db.as(claims, (tx) => endOrderLinks(tx, orderNumber), requestContextOf(c))
      return c.json({ ended: true })
    })
}
