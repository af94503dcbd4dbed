import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Move, MoveResult, Refusal } from './board.contract.ts'
import type { PieceState } from './piece.ts'
import { isWithdrawing, pieceState, unsentPieces } from './read-board.ts'

type Placed = {
  id: string
  order_status: string
  order_view: string
  is_ready: boolean
  is_withdrawn: boolean
  is_done: boolean
  /** Of the piece's line. */
  name: string
  size: string
  height_cm: number | null
  heel_cm: number | null
  open: number
  state: PieceState
  /** Whether it left in a parcel of a part of the order. */
  is_sent: boolean
  /** Whether any piece of the order did. */
  is_part_sent: boolean
  began: boolean
  /** Other pieces of the order that are past "to cut". */
  others_begun: number
  /** Other pieces of the order that are not packed. */
  others_unpacked: number
}

/**
 * Moves one piece, once, if it still is where the owner saw it. The first cut sets its order in progress, which ends
 * what the customer may change; the last piece that is to be cut again sets it back, which drops the e-mail that waits.
 * An order whose pieces are all packed is ready to post. Piece, order and event are one statement.
 */
export async function movePiece(tx: Tx, move: Move): Promise<MoveResult> {
  const { id, line, number, from, to } = move
  const order = await lockPlaced(tx, move)
  const done = { id, refused: null, state: null }
  if (!order) return { id, refused: 'cancelled', state: null }
  if (order.is_done) return done
  const refused = whyNot(order, move)
  if (refused) return { id, refused, state: refused === 'elsewhere' ? order.state : null }
  if (order.state === to) return done

  const begins = from === 'to_cut' && order.order_status === 'pending'
  // An order of which a part has left is begun.
  const isUntouched = order.began && order.others_begun === 0 && !order.is_part_sent
  const ends = to === 'to_cut' && order.order_status === 'processing' && isUntouched
  const status = begins ? 'processing' : ends ? 'pending' : order.order_status
  const isReady = to === 'packed' && order.others_unpacked === 0
  if (order.is_ready && !isReady) await unpackOrder(tx, order.id)
  const facts = { name: order.name, size: order.size, number, of: order.open, from, to }
  await sql`
    with placed as (
      update public.pre_orders set order_status = ${status}, ready_at = case when ${isReady} then public.shop_now() end
       where id = ${order.id} and (order_status <> ${status} or (ready_at is not null) <> ${isReady})
    ), put_back as (
      delete from private.pieces where ${to === 'to_cut'} and line_id = ${line} and number = ${number}
    ), moved as (
      insert into private.pieces (line_id, number, state, began, cloth, cloth_cm)
        select ${line}, ${number}, ${to}, ${begins || order.began}, c.cloth, round((c.metres ->> l.size)::numeric * 100)::integer
          from public.order_lines l left join private.garment_cloths c on c.product_id = l.product_id
         where l.id = ${line} and ${to !== 'to_cut'}
      on conflict (line_id, number) do update set state = excluded.state, changed_at = excluded.changed_at,
        parcel_id = null, state_before = null
    )
    insert into private.order_events (order_id, change, kind, facts, actor, party)
      values (${order.id}, ${id}, 'piece_moved', ${JSON.stringify(facts)}::jsonb, auth.uid(), 'shop')`.execute(tx)
  return done
}

function whyNot(order: Placed, { number, from, to, seen }: Move): Refusal | null {
  if (order.order_view === 'cancelled' || number > order.open) return 'cancelled'
  if (order.order_view === 'shipped' || order.is_sent) return 'sent'
  if (order.order_view === 'unpaid') return 'unpaid'
  if (order.is_withdrawn) return 'withdrawn'
  if (order.state === to) return null
  if (order.state !== from) return 'elsewhere'
  const isSame = order.size === seen.size && order.height_cm === seen.height_cm && order.heel_cm === seen.heel_cm
  return from === 'to_cut' && !isSame ? 'changed' : null
}

/** The piece and its order, which is locked until `tx` ends. */
async function lockPlaced(tx: Tx, { id, line, number }: Move): Promise<Placed | undefined> {
  await sql`select from public.pre_orders where id = (select order_id from public.order_lines where id = ${line})
    for update`.execute(tx)
  const { rows } = await sql<Placed>`
    with every as (
      select l.id as line, piece as number, ${pieceState} as state, coalesce(p.began, false) as began
        from public.pre_orders o join public.order_lines l on l.order_id = o.id
        cross join lateral ${unsentPieces} as unsent (piece)
        left join private.pieces p on p.line_id = l.id and p.number = piece
       where o.id = (select order_id from public.order_lines where id = ${line})),
    other as (select * from every where line <> ${line} or number <> ${number})
    select o.id, o.order_status, o.order_view, o.ready_at is not null as is_ready, ${isWithdrawing} as is_withdrawn,
      exists (select from private.order_events e
        where e.order_id = o.id and e.kind = 'piece_moved' and e.change = ${id}) as is_done,
      l.name, l.size, l.height_cm, l.heel_cm, (l.quantity - l.cancelled_quantity)::int as open,
      coalesce((select state from every where line = ${line} and number = ${number}), 'to_cut') as state,
      not exists (select from every where line = ${line} and number = ${number}) as is_sent,
      exists (select from private.parcels where order_id = o.id) as is_part_sent,
      coalesce((select bool_or(began) from every), false) as began,
      (select count(*)::int from other where state <> 'to_cut') as others_begun,
      (select count(*)::int from other where state <> 'packed') as others_unpacked
      from public.order_lines l join public.pre_orders o on o.id = l.order_id where l.id = ${line}`.execute(tx)
  return rows[0]
}

/** Before one of its packed pieces moves back: the order is not ready, and the other pieces stay packed. */
async function unpackOrder(tx: Tx, orderId: string): Promise<void> {
  await sql`update public.pre_orders set ready_at = null where id = ${orderId}`.execute(tx)
  await sql`
    insert into private.pieces (line_id, number, state)
      select l.id, piece, 'packed' from public.order_lines l, generate_series(1, l.quantity - l.cancelled_quantity) as piece
       where l.order_id = ${orderId}
    on conflict (line_id, number) do update set state = 'packed'`.execute(tx)
}
