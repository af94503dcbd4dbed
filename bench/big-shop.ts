import type pg from 'pg'
import { newOrderNumber } from '#features/orders/order-number.ts'
import { withClient } from '#platform/database/with-client.ts'

/** `orders`: the paid ones; a fifth as many unpaid checkouts are added. */
export type ShopSize = { orders: number; products: number; subscribers: number }

/**
 * Fills a migrated, empty database with a shop of some years: nearly all orders are shipped, a few hundred are to be
 * made, one checkout in six is unpaid. A million orders take about three minutes. The newest is of this minute; one
 * customer in fifty is called Sarah, three are called Zebulona Quixwood. The same size gives the same rows, except
 * their ids.
 */
export async function makeBigShop(connectionString: string, size: ShopSize): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query(`set timezone = 'UTC'; set jit = off; set maintenance_work_mem = '512MB'`)
    await quickly(client, 'public.products', () => client.query(productsSql, [size.products]))
    await quickly(client, 'public.pre_orders', async () => {
      const total = Math.ceil(size.orders * 1.2)
      const atOnce = 100_000
      for (let from = 1; from <= total; from += atOnce) {
        const to = Math.min(total, from + atOnce - 1)
        const numbers = Array.from({ length: to - from + 1 }, (_, index) => orderNumber(from + index))
        await client.query(ordersSql, [from, to, total, numbers])
      }
    })
    await quickly(client, 'public.order_lines', () => client.query(linesSql, [size.products]))
    await quickly(client, 'public.email_signups', () => client.query(subscribersSql, [size.subscribers]))
    await client.query('analyze')
  })
}

/** Inserts as the service, without triggers, and creates the indexes at the end. */
async function quickly(client: pg.Client, table: string, fill: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
      where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [table],
  )
  await client.query(`begin; alter table ${table} disable trigger user`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await client.query('set local role service_role')
  await fill()
  await client.query('reset role')
  for (const { definition } of rows) await client.query(definition)
  await client.query(`alter table ${table} enable trigger user; commit`)
  // Work that a running shop's jobs have finished long ago.
  await client.query(`vacuum (analyze) ${table}`)
}

/** Five places and a check character, each number once: the factor has no divisor in common with 32 to the fifth. */
function orderNumber(i: number): string {
  let serial = (i * 7_919_131) % 32 ** 5
  return newOrderNumber(() => {
    const place = serial % 32
    serial = Math.floor(serial / 32)
    return place
  })
}

const list = (words: string) => `string_to_array('${words}', ' ')`
const firstNames =
  list(`Aisha Hannah Maryam Ruth Esther Naomi Fatima Leah Rachel Miriam Grace Abigail Khadija Zainab Amina \
Chloe Emily Olivia Sophie Charlotte Eleanor Isabella Georgia Beatrice Harriet Yasmin Safiya Noor Layla Sumayya Priscilla \
Deborah Tabitha Joanna Martha Susannah Lydia Phoebe Élodie Zoë Siobhán Agnieszka Katarzyna Oluwaseun Adaeze Chidinma \
Temitope Rebekah`)
const lastNames =
  list(`Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright Thompson Evans Walker \
White Roberts Green Hall Wood Jackson Clarke Khan Ahmed Hussain Begum Ali Cohen Levy Goldberg Friedman Okafor Adeyemi \
Mensah Nowak Kowalska O''Brien Murphy Kelly Campbell Stewart Macdonald Hughes Edwards Lewis Harris Clark Ward Turner Hill \
Moore Cooper Bailey Marsh`)
const areas = list('SW SE NW M B LS BD HX L NE EH G CF BS OX CB E N W NG')
const towns = list('London Leeds Bradford Halifax Manchester Birmingham Cardiff Bristol Oxford Edinburgh')

/** A pseudo-random number from 0 to below `below`, the same at each run. */
function chance(salt: number, below: string | number): string {
  return `(abs(hashint8extended(i, ${salt})) % (${below}))::int`
}

const productsSql = `insert into public.products (name, slug, description, price, active, created_at, fabric, colour)
  select (array['Mary','Ruth','Naomi','Esther','Leah'])[1 + i % 5] || ' ' || (array['Dress','Skirt','Blouse','Coat'])[1 + i % 4] || ' ' || i,
    'garment-' || i, repeat('A modest garment, cut and sewn one at a time. ', 8), 40 + ${chance(1, 90)}, i % 10 <> 0,
    now() - i * interval '12 hours', '100% linen', 'Ivory'
  from generate_series(1, $1::int) i`

// $1 to $2 of $3, the oldest first, two and a half minutes apart; $4: their numbers.
const ordersSql = `
  with drawn as (
    select i, $3::int - i as back, i % 6 = 0 as is_unpaid, now() - ($3::int - i) * interval '150 seconds' as at,
      case when ${chance(2, 50)} = 0 then 'Sarah'
        when i in ($3::int / 7, $3::int / 3, $3::int - 5) then 'Zebulona' else (${firstNames})[1 + ${chance(3, 48)}] end as first,
      case when i in ($3::int / 7, $3::int / 3, $3::int - 5) then 'Quixwood' else (${lastNames})[1 + ${chance(4, 53)}] end as last,
      ($4::text[])[1 + i - $1] as order_number, 40 + ${chance(5, 90)} as price, ${chance(6, 1000)} as fate,
      (${areas})[1 + ${chance(7, 20)}] as area, ${chance(8, 1_000_000)} as house, ${chance(9, 10)} as town
    from generate_series($1::int, $2::int) i
  ), placed as (
    select *, back < $3::int / 3 and back < 360 as is_to_make, back < $3::int / 2 and back < 540 as is_in_hand
    from drawn
  )
  insert into public.pre_orders (order_number, customer_name, customer_email, customer_phone, product_name, product_size,
    product_price, shipping_amount, final_amount, shipping_address, shipping_city, shipping_postcode, shipping_country, notes,
    payment_status, order_status, tracking_number, shipped_at, created_at, provider_state, payment_provider, payment_session_id,
    payment_session_expires_at, paid_at, dispatch_by, delivery_service)
  select order_number, case when not is_unpaid then first || ' ' || last end,
    case when not is_unpaid then lower(translate(first || '.' || last, 'Ééëáö''', 'EeeaO')) || house || '@'
      || (array['gmail.com','hotmail.co.uk','icloud.com','outlook.com','btinternet.com'])[1 + house % 5] end,
    case when not is_unpaid then '+447' || lpad(house::text, 9, '0') end,
    'Mary Dress', (array['8-10','10-12','12-14','14-16','16-18'])[1 + fate % 5], price, case when not is_unpaid then 4.5 end,
    price + case when is_unpaid then 0 else 4.5 end,
    case when not is_unpaid then 1 + house % 200 || ' Orchard Row' end, case when not is_unpaid then (${towns})[1 + town] end,
    case when not is_unpaid then area || 1 + house % 19 || ' ' || 1 + fate % 9 || chr(65 + house % 26) || chr(65 + fate % 26) end,
    case when not is_unpaid then 'GB' end, case when fate % 20 = 0 then 'Please make it two inches longer.' end,
    case when is_unpaid then 'pending' else 'paid' end, status,
    case when status in ('shipped', 'delivered') and fate % 30 <> 0 then 'RM' || lpad(i::text, 9, '0') || 'GB' end,
    case when status in ('shipped', 'delivered') then at + least(now() - at, interval '10 days') * ((500 + fate) / 1500.0) end, at,
    case when is_unpaid then case when back < 12 then 'open' else 'expired' end else 'paid' end, 'test', 'bench_' || i,
    at + interval '1 hour', case when not is_unpaid then at + interval '3 minutes' end,
    (case when status in ('pending', 'processing') and not is_unpaid then now() + (fate % 16 - 2) * interval '1 day'
      else at + interval '14 days' end)::date, case when not is_unpaid then 'tracked-48' end
  from (select *, case when is_unpaid or is_to_make then 'pending' when is_in_hand then 'processing'
      when fate < 20 then 'cancelled' when fate < 40 or back < 10000 then 'shipped' else 'delivered' end as status from placed) told
  order by i`

const linesSql = `insert into public.order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, dispatch_by)
  select o.id, line, garment.id, garment.slug, garment.name, o.product_size, o.product_price, 1 + i % 2, o.dispatch_by
  from (select row_number() over (order by created_at) as i, * from public.pre_orders) o
  cross join lateral generate_series(1, case when i % 10 < 3 then 2 else 1 end) line
  join (select row_number() over (order by slug) as place, * from public.products) garment
    on garment.place = 1 + (i * 7 + line) % $1::int
  order by i, line`

const subscribersSql = `insert into public.email_signups (email, created_at, consented_at, consent_text, source, confirmed_at, unsubscribed_at,
    unsubscribe_reason)
  select lower(translate((${firstNames})[1 + ${chance(3, 48)}], 'Ééëáö', 'Eeeao')) || i || '@example.com', at, at,
    'They asked to be told when the shop opens.', 'bench', case when i % 25 <> 0 then at end,
    case when i % 30 = 0 then now() end, case when i % 30 = 0 then 'unsubscribed' end
  from (select i, now() - i * interval '10 minutes' as at from generate_series(1, $1::int) i) drawn`
