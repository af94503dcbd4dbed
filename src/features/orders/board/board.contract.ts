import { z } from 'zod'
import type { SizeAdvice } from '#features/catalogue/sizes/size.ts'
import { contract, rowOf } from '#platform/http/contract.ts'
import { type PieceState, pieceStates } from './piece.ts'

/** One piece of a paid order that has not left. Days are 'YYYY-MM-DD', metres and lengths as measured. */
export type BoardPiece = {
  /** With `number`, its name: the id of its line, and which of the line's `of` pieces it is. */
  line: number
  number: number
  of: number
  state: PieceState
  order_number: string
  /** The pieces of the whole order. */
  order_pieces: number
  /** Whether its customer may still change the order: the first cut begins it. */
  is_pending: boolean
  customer_name: string | null
  name: string
  size: string
  dispatch_by: string
  /** Of a pre-order, whether it is first in the queue, and its numbers. */
  is_first: boolean
  numbers: string | null
  height_cm: number | null
  heel_cm: number | null
  /** '139 cm from the nape to the hem': hemmed for the height; null where the garment has no measures, or none is given. */
  cut_length: string | null
  size_advice: SizeAdvice | null
  /** What it was cut to, where the order was changed after that; otherwise null. */
  cut_to: Pick<BoardPiece, 'size' | 'height_cm' | 'heel_cm'> | null
  notes: string | null
  gift_note: string | null
  /** The owner's own; null for helpers. */
  owner_note: string | null
  cloth: string | null
  width_cm: number | null
  /** The cloth that the piece takes; null: not known. */
  metres: number | null
}

/** A cloth in stock: what the owner counted, and what is left after the pieces that were cut since. */
export type ClothStock = { cloth: string; counted: number; counted_at: string; left: number }

export type Board = {
  /** In shop time. */
  today: string
  pieces: BoardPiece[]
  /** Orders with later days are left out. */
  more: boolean
  stock: ClothStock[]
}

/** The board; null where it is still the one of the version `known`. */
export const readBoard = contract({
  name: 'board',
  method: 'GET',
  caller: 'workroom',
  query: z.object({ known: z.string().max(64).optional() }),
  response: z.object({ version: z.string(), board: rowOf<Board>('Board').nullable() }),
})

const State = z.enum(pieceStates.map(({ id }) => id))

const Move = z.object({
  /** Of the press: sent again, it moves the piece once. */
  id: z.uuid(),
  line: z.int().positive(),
  number: z.int().min(1).max(20),
  /** The state that the owner saw, and the one she set. */
  from: State,
  to: State,
  /** How the piece was to be cut: of one that was changed meanwhile, the press on "Cut" is refused. */
  seen: z.object({ size: z.string().max(1_000), height_cm: z.int().nullable(), heel_cm: z.int().nullable() }),
})
export type Move = z.output<typeof Move>

/** Why a piece was not moved. `elsewhere`: it was in another state; `changed`: its size or height is another now. */
const refusals = ['cancelled', 'sent', 'unpaid', 'withdrawn', 'elsewhere', 'changed', 'failed'] as const
export type Refusal = (typeof refusals)[number]

/** `state`: of a piece that was elsewhere. */
const Result = z.object({ id: z.uuid(), refused: z.enum(refusals).nullable(), state: State.nullable() })
export type MoveResult = z.output<typeof Result>

/** Moves up to 100 pieces, one after another, each on its own. */
export const movePieces = contract({
  name: 'move-pieces',
  method: 'POST',
  caller: 'workroom',
  request: z.object({ moves: z.array(Move).min(1).max(100) }),
  response: z.object({ results: z.array(Result) }),
})

/** The metres of a cloth that the owner counted; null: she keeps no count of it. */
export const countCloth = contract({
  name: 'count-cloth',
  method: 'POST',
  caller: 'workroom',
  request: z.object({
    cloth: z.string().trim().min(1).max(80),
    metres: z.number().min(0, 'At least 0 metres.').max(9_999, 'At most 9,999 metres.').nullable(),
  }),
  response: z.object({ stock: z.array(rowOf<ClothStock>('ClothStock')) }),
})
