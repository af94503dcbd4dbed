import type { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { endOrderLinks } from '../links/end-order-links.ts'
import * as contracts from './edit-order.contract.ts'
import { editOrder } from './edit-order.ts'
import { readEditableOrder } from './editable-order.ts'
import { listHemmedLines, listLineSizes } from './line-sizes.ts'
import { undoEdit } from './undo-edit.ts'

/** The owner's changes of an order's details. */
export function editOrderApi(): Hono<Env> {
  return endpoints(
    handle(contracts.readOrderSizes, async ({ db, query: { order_number: orderNumber } }) => {
      const [sizes, hemmed] = await db.asService(async (tx) => {
        const order = await readEditableOrder(tx, { orderNumber })
        return [await listLineSizes(tx, order), await listHemmedLines(tx, order.id)]
      })
      return { sizes: [...sizes].map(([position, sizes]) => ({ position, sizes })), hemmed }
    }),
    handle(contracts.editOrderDetails, async ({ claims, body, asCaller }) => {
      const { order_number: orderNumber, version, address, lines, tell_customer, link_account, ...fields } = body
      const wanted = { fields: { ...fields, ...address }, lines }
      const told = { tellCustomer: tell_customer, linkAccount: link_account, userId: claims.sub }
      const edited = await asCaller((tx) => editOrder(tx, { orderNumber, version, wanted, ...told }))
      return { edit_id: edited.editId, has_account: edited.hasAccount }
    }),
    handle(contracts.undoOrderEdit, async ({ claims, body, asCaller }) => {
      const { order_number: orderNumber, edit_id: editId } = body
      await asCaller((tx) => undoEdit(tx, { orderNumber, editId, userId: claims.sub }))
      return { undone: true as const }
    }),
    handle(contracts.endLinks, async ({ body, asCaller }) => {
      await asCaller((tx) => endOrderLinks(tx, body.order_number))
      return { ended: true as const }
    }),
  )
}
