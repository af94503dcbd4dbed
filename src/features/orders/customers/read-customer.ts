import { type RawBuilder, sql } from 'kysely'
import type { Pence } from '#base/money.ts'
import type { OrderRow } from '#features/orders/admin/api/order-details.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { isEarlierOrderOf, listEarlierOrders } from '../earlier/earlier-orders.ts'
import type { EarlierOrder } from '../earlier/read-earlier-orders.ts'
import { emailTitle } from '../emails/emails-of-order.ts'
import { type LastSize, listLastSizes } from '../last-sizes/last-sizes.ts'
import { type CustomerKey, customerOf, isOrderOf, readCustomerNote } from './customer-notes.ts'

const mostOrders = 100
const mostEmails = 50

type Shown = 'order_number' | 'created_at' | 'product_name' | 'product_size' | 'order_status' | 'order_view'
type CustomerOrder = Pick<OrderRow, Shown | 'dispatch_by' | 'final_amount' | 'refunded_amount'> & {
  owner_note: string | null
  returns: number
}

/** What the back office knows of a customer. The names and the address are those of the last order. */
export type Customer = {
  name: string | null
  email: string | null
  phone: string | null
  has_account: boolean
  /** The newest first; unpaid ones are left out. `orders_more`: there are older ones. */
  orders: CustomerOrder[]
  orders_more: boolean
  /** Of all paid orders: how many, and what they brought after refunds. */
  paid: { orders: number; total_pence: Pence }
  /** Orders in the owner's former shop. */
  earlier_orders: EarlierOrder[]
  emails: { id: string; title: string; order_number: string; state: string; sent_at: Date | null; created_at: Date }[]
  /** Her last size and height by kind of garment; null without her consent. */
  sizes: LastSize[] | null
  note: string | null
}

/** The customer of an order. Refuses not_found, also for an order without a customer. */
export async function findCustomer(tx: Tx, orderNumber: string): Promise<Customer> {
  const customer = await customerOf(tx, orderNumber)
  if (!customer) throw new AppError('not_found', 'This order has no customer yet, or the customer’s data is erased.')
  const orders = await listOrders(tx, customer)
  const { rows: people } = await sql<Pick<Customer, 'name' | 'email' | 'phone'>>`
    select o.customer_name as name, o.customer_email as email, o.customer_phone as phone from public.pre_orders o
    where ${isOrderOf(customer)} and o.customer_email is not null
    order by o.order_view = 'unpaid', o.created_at desc limit 1`.execute(tx)
  const { rows: sums } = await sql<Customer['paid']>`
    select count(*)::int as orders, coalesce(round(sum(o.final_amount - o.refunded_amount) * 100), 0)::int as total_pence
    from public.pre_orders o where ${isOrderOf(customer)} and o.reported_paid`.execute(tx)
  const [person, paid] = [people[0], sums[0]]
  if (!paid) throw new Error('The sums have no row')
  return {
    ...(person ?? { name: null, email: null, phone: null }),
    has_account: customer.userId !== null,
    orders: orders.slice(0, mostOrders),
    orders_more: orders.length > mostOrders,
    paid,
    earlier_orders: await listEarlierOrders(
      tx,
      isEarlierOrderOf({ address: addressOf(customer), isOwnOrder: isOrderOf(customer) }),
      mostOrders,
    ),
    emails: await listEmails(tx, customer),
    sizes: customer.userId === null ? null : await listLastSizes(tx, customer.userId),
    note: await readCustomerNote(tx, customer),
  }
}

/** An account's, once it is confirmed, or a guest's. */
function addressOf({ userId, email }: CustomerKey): RawBuilder<string | null> {
  return userId
    ? sql`(select lower(u.email) from auth.users u where u.id = ${userId} and u.email_confirmed_at is not null)`
    : sql`${email}`
}

async function listOrders(tx: Tx, customer: CustomerKey): Promise<CustomerOrder[]> {
  const { rows } = await sql<CustomerOrder>`
    select o.order_number, o.created_at, o.product_name, o.product_size, o.order_status, o.order_view,
      to_char(o.dispatch_by, 'YYYY-MM-DD') as dispatch_by, o.final_amount::float8 as final_amount,
      o.refunded_amount::float8 as refunded_amount, n.note as owner_note,
      (select count(*)::int from private.returns r where r.order_id = o.id) as returns
    from public.pre_orders o left join private.owner_notes n on n.order_id = o.id
    where ${isOrderOf(customer)} and o.order_view <> 'unpaid'
    order by o.created_at desc, o.id limit ${mostOrders + 1}`.execute(tx)
  return rows
}

async function listEmails(tx: Tx, customer: CustomerKey): Promise<Customer['emails']> {
  const { rows } = await sql<Customer['emails'][number] & { kind: string }>`
    select w.id, w.kind, o.order_number, w.state, w.sent_at, w.created_at
    from public.pre_orders o join private.outbox w on w.order_id = o.id
    where ${isOrderOf(customer)} and w.kind not like 'owner\\_%' and w.kind <> 'order_choice_made' and w.state <> 'dropped'
    order by w.created_at desc, w.id limit ${mostEmails}`.execute(tx)
  return rows.map(({ kind, ...email }) => ({ ...email, title: emailTitle(kind) }))
}
