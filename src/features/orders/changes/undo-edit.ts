import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { forgetOldAddress } from './edit-order.ts'
import { readEditableOrder } from './editable-order.ts'
import { listEdits } from './list-edits.ts'
import { type Change, isCurrent, listChanges, reverseOf } from './order-change.ts'
import { dropChangeEmail, queueChangeEmail } from './queue-change-email.ts'
import { saveChanges } from './save-changes.ts'

type Asked = { orderNumber: string; editId: string; userId: string }

/**
 * Takes back one change of an order's details, once, and only while the order still has it. The customer gets an e-mail
 * where they got one about the change. Refuses not_found, and conflict with a message for the owner.
 */
export async function undoEdit(tx: Tx, { orderNumber, editId, userId }: Asked): Promise<void> {
  const order = await readEditableOrder(tx, { orderNumber }, { lock: true })
  const [edit] = await listEdits(tx, { orderId: order.id, id: editId })
  if (!edit) throw new AppError('not_found', 'There is no such change of this order.')
  if (edit.isUndone) throw new AppError('conflict', 'This change is undone already.')
  const wanted = reverseOf(edit.changes)
  if (!wanted) throw new AppError('conflict', 'Money moved with this change, so it can’t be undone.')
  if (!isCurrent(order, edit.changes)) {
    throw new AppError('conflict', 'This has been changed again since, so it can’t be undone. Edit the order instead.')
  }
  const undoId = await saveChanges(tx, order, {
    changes: listChanges(order, wanted),
    byCustomer: false,
    actor: userId,
    undoOf: editId,
  })
  if (!undoId) throw new Error('An order that is held was gone')
  if (edit.changes.some(({ field }) => field === 'customer_email')) {
    await forgetOldAddress(tx, order.id)
    await returnToAccount(tx, order.id, edit.changes)
  }
  if (await dropChangeEmail(tx, editId)) await queueChangeEmail(tx, { orderId: order.id, editId: undoId })
}

/** The account the order left with the change has it again, if it still exists. */
async function returnToAccount(tx: Tx, orderId: string, changes: readonly Change[]): Promise<void> {
  const left = changes.find(({ field }) => field === 'account')
  if (!left) return
  await sql`
    update public.pre_orders set user_id = (select id from auth.users where id = ${left.before}::uuid for key share)
     where id = ${orderId}`.execute(tx)
}
