import type { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import * as contracts from './board.contract.ts'
import { movePiece } from './move-pieces.ts'
import { readBoard, readStock, saveCount, versionOf, withoutOwnerNotes } from './read-board.ts'

/** The board of the workroom. The owner's own notes are for administrators alone. */
export function boardApi(): Hono<Env> {
  return endpoints(
    handle(contracts.readBoard, async ({ db, role, query: { known } }) => {
      const whole = await db.asService(readBoard)
      const board = role === 'admin' ? whole : withoutOwnerNotes(whole)
      const version = versionOf(board)
      return { version, board: version === known ? null : board }
    }),
    handle(contracts.movePieces, async ({ c, asCaller, body: { moves } }) => {
      const results: contracts.MoveResult[] = []
      for (const move of moves) {
        // One that fails does not keep the others from being saved.
        const result = await asCaller((tx) => movePiece(tx, move)).catch((error: unknown) => {
          c.var.log.error({ error }, 'a piece could not be moved')
          return { id: move.id, refused: 'failed' as const, state: null }
        })
        results.push(result)
      }
      return { results }
    }),
    handle(contracts.countCloth, ({ asCaller, body }) =>
      asCaller(async (tx) => {
        await saveCount(tx, body)
        return { stock: await readStock(tx) }
      }),
    ),
  )
}
