import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { PieceState } from './piece.ts'
import { isWithdrawing, pieceState, unsentPieces } from './read-board.ts'

/** The state of each piece of a line, for its customer. */
export type LineWork = { line: number; states: PieceState[] }

/** The work on the pieces of an order that are not sent; none where the owner moved no piece of it on the board. */
export async function readWork(tx: Tx, orderId: string): Promise<LineWork[]> {
  const { rows } = await sql<LineWork>`
    select l.id::float8 as line, array_agg(${pieceState} order by piece) as states
      from public.pre_orders o join public.order_lines l on l.order_id = o.id
      cross join lateral ${unsentPieces} as unsent (piece)
      left join private.pieces p on p.line_id = l.id and p.number = piece
     where o.id = ${orderId} and o.order_view in ('in_progress', 'to_dispatch') and not ${isWithdrawing}
       and exists (select from private.pieces as moved join public.order_lines as own on own.id = moved.line_id where own.order_id = o.id)
     group by l.id, l.position order by l.position`.execute(tx)
  return rows
}
