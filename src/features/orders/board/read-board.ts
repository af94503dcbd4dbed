import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { hemmedFor } from '#features/catalogue/figure/hem.ts'
import { lengthText, type Measures } from '#features/catalogue/measures.ts'
import { outerCloth } from '#features/catalogue/samples.ts'
import type { Tx } from '#platform/database/db.ts'
import { shopDay } from '../admin/api/order-view-sql.ts'
import { waitingPlaces } from '../admin/api/order-views.ts'
import { type PieceNumbers, pieceNumbersLabel } from '../order-lines.ts'
import type { Board, BoardPiece, ClothStock } from './board.contract.ts'

/** More than one person sews in three months. */
const maxOrders = 150

type PieceRow = Omit<BoardPiece, 'numbers' | 'cut_length' | 'cut_to'> &
  PieceNumbers & {
    measures: Measures | null
    fabric: string | null
    colour: string | null
    was_cut_to: Partial<NonNullable<BoardPiece['cut_to']>> | null
  }

const places = sql.join(waitingPlaces.map((place) => sql.lit(place)))

/**
 * Whether an order `o` waits for the owner's answer to a withdrawal from pieces that have not left: it is not made
 * meanwhile. One from pieces that left in a parcel keeps nothing from being made.
 */
export const isWithdrawing = sql<boolean>`exists (select from private.returns r
    join private.return_lines withdrawn on withdrawn.return_id = r.id
  where r.order_id = o.id and r.kind = 'withdrawal' and r.settled_at is null
    and withdrawn.quantity > coalesce((select sum(part.quantity) from private.parcel_lines part where part.line_id = withdrawn.line_id), 0))`

/** The state of a piece `p` of an order `o`: one that is ready to post is packed. */
export const pieceState = sql`case when o.ready_at is not null then 'packed' else coalesce(p.state, 'to_cut') end`

/**
 * The pieces of the orders to be made and sent, those with the earliest promise first. The view of an order decides, so
 * whatever ships or cancels an order takes its pieces off the board.
 */
export async function readBoard(tx: Tx): Promise<Board> {
  // Each view by its index, so that the number of open orders does not matter.
  const { rows } = await sql<{ id: string }>`
    select o.id from unnest(array[${places}]) as place cross join lateral (
        select o.id, o.dispatch_by, o.created_at from public.pre_orders o
         where o.order_view in (${places}) and o.order_view = place and not ${isWithdrawing}
         order by o.dispatch_by, o.created_at, o.id limit ${maxOrders + 1}) as o
     order by o.dispatch_by, o.created_at, o.id limit ${maxOrders + 1}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  return {
    today: await readToday(tx),
    pieces: await listPieces(tx, ids.slice(0, maxOrders)),
    more: ids.length > maxOrders,
    stock: await readStock(tx),
  }
}

/** The numbers of the pieces of a line `l` that are still to be sent: of alike ones, those with the most work left, packed last. */
export const unsentPieces = sql`(
  select worked.piece from (
    select piece, row_number() over (order by array_position(array['packed', 'sewn', 'cut'], w.state), w.changed_at, piece) as place
      from generate_series(1, l.quantity - l.cancelled_quantity) as piece
      left join private.pieces w on w.line_id = l.id and w.number = piece) as worked
   where worked.place > coalesce((select sum(part.quantity) from private.parcel_lines part where part.line_id = l.id), 0))`

/** What the line `l` of a piece `p` had when it was cut, of the fields that were changed since. */
const wasCutTo = sql`(
  select jsonb_object_agg(case field when 'size' then field else field || '_cm' end, before) from (
    select distinct on (edit ->> 'field') edit ->> 'field' as field, edit -> 'before' as before
      from private.order_events e, jsonb_array_elements(e.facts -> 'changes') as edit
     where e.order_id = o.id and e.kind = 'edited' and e.at > p.cut_at
       and edit ->> 'position' = l.position::text and edit ->> 'field' in ('size', 'height', 'heel')
     order by edit ->> 'field', e.at, e.id) as earliest)`

/** The pieces of these orders that are still to be sent, in their order. */
export async function listPieces(tx: Tx, orderIds: readonly string[]): Promise<BoardPiece[]> {
  const { rows } = await sql<PieceRow>`
    select l.id::float8 as line, piece::int as number, (l.quantity - l.cancelled_quantity)::int as of,
      ${pieceState} as state, o.order_number, (sum(1) over (partition by o.id))::int as order_pieces,
      o.order_status = 'pending' as is_pending, o.customer_name, l.name, l.size,
      to_char(o.dispatch_by, 'YYYY-MM-DD') as dispatch_by, coalesce(l.preorder_reason = 'first', false) as is_first,
      l.numbered_of, l.piece_numbers, l.height_cm, l.heel_cm, l.size_advice, ${wasCutTo} as was_cut_to, o.notes, o.gift_note,
      (select n.note from private.owner_notes n where n.order_id = o.id) as owner_note,
      c.cloth, c.width_cm, (c.metres ->> l.size)::float8 as metres, g.measures, g.fabric, g.colour
      from unnest(${orderIds}::uuid[]) with ordinality as wanted (id, place)
      -- By key, order by order: a plain join reads the whole table.
      cross join lateral (select * from public.pre_orders as placed where placed.id = wanted.id offset 0) as o
      cross join lateral (select * from public.order_lines as sold where sold.order_id = o.id offset 0) as l
      cross join lateral ${unsentPieces} as unsent (piece)
      left join private.pieces p on p.line_id = l.id and p.number = piece
      left join public.products g on g.id = l.product_id
      left join private.garment_cloths c on c.product_id = l.product_id
     order by wanted.place, l.position, piece`.execute(tx)
  return rows.map(toPiece)
}

/** The board as a helper sees it. */
export function withoutOwnerNotes(board: Board): Board {
  return { ...board, pieces: board.pieces.map((piece) => ({ ...piece, owner_note: null })) }
}

/** A board's version: equal for equal boards. */
export function versionOf(board: Board): string {
  return createHash('sha256').update(JSON.stringify(board)).digest('base64url')
}

function toPiece({ measures, fabric, colour, numbered_of, piece_numbers, was_cut_to, ...piece }: PieceRow): BoardPiece {
  const { number, size, height_cm, heel_cm } = piece
  const cutTo = { size, height_cm, heel_cm, ...was_cut_to }
  const isSame = cutTo.size === size && cutTo.height_cm === height_cm && cutTo.heel_cm === heel_cm
  return {
    ...piece,
    cloth: piece.cloth ?? ([outerCloth(fabric), colour?.toLowerCase()].filter(Boolean).join(', ') || null),
    numbers: pieceNumbersLabel({ numbered_of, piece_numbers: piece_numbers?.slice(number - 1, number) ?? null }),
    cut_to: isSame ? null : cutTo,
    cut_length: measures && height_cm ? lengthText(hemmedFor(measures, height_cm, heel_cm ?? 0)) : null,
  }
}

async function readToday(tx: Tx): Promise<string> {
  const { rows } = await sql<{ today: string }>`select to_char(${shopDay}, 'YYYY-MM-DD') as today`.execute(tx)
  return rows[0]?.today ?? ''
}

/** The cloths that the owner counts. What was cut since the count is taken off. */
export async function readStock(tx: Tx): Promise<ClothStock[]> {
  const { rows } = await sql<ClothStock>`
    select s.cloth, (s.cm / 100.0)::float8 as counted, s.counted_at, ((s.cm - coalesce((select sum(p.cloth_cm) from private.pieces p
        where p.cloth = s.cloth and p.cloth_cm is not null and p.cut_at > s.counted_at), 0)) / 100.0)::float8 as left
      from private.cloth_stock s order by s.cloth`.execute(tx)
  return rows
}

/** Writes what the owner counted; null deletes it. */
export async function saveCount(tx: Tx, { cloth, metres }: { cloth: string; metres: number | null }): Promise<void> {
  if (metres === null) await tx.deleteFrom('private.cloth_stock').where('cloth', '=', cloth).execute()
  else
    await sql`
      insert into private.cloth_stock (cloth, cm) values (${cloth}, ${Math.round(metres * 100)})
      on conflict (cloth) do update set cm = excluded.cm, counted_at = public.shop_now()`.execute(tx)
}
