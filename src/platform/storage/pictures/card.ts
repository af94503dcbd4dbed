import { drawnCard } from './image-process.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** Words in one look; a size in parts of the others', such as 0.7. */
export type Run = { text: string; italic?: boolean; scale?: number }

/** What stands in a card's column, pixels and `#rrggbb`. `gap`: the room above it. */
export type Block =
  | {
      kind: 'words'
      gap: number
      font: 'serif' | 'sans'
      colour: string
      runs: Run[]
      /** The sizes they may be set in, the largest first: the first at which they fit `mostHeight` is taken, else the last. */
      sizes: number[]
      mostHeight: number
      tracking?: number
    }
  | { kind: 'stitch'; gap: number; colour: string; width: number }

/**
 * A picture with words beside it. The photograph fills its place and runs out into the ground at its right edge; the blocks
 * stand one under the other, the whole in the middle of the height.
 */
export type Card = {
  width: number
  height: number
  ground: string
  place: { left: number; top: number; width: number; height: number }
  column: { left: number; width: number }
  blocks: Block[]
}

/**
 * The card as a JPEG. `picture`: the photograph's bytes, null for a card of words alone. Words are set in the fonts of this
 * folder; letters none of them has are left out, and a block whose letters are all foreign is not there. Refuses
 * DamagedPicture, and StorageError 429 when too many wait. A fifth of a second of one core.
 */
export function drawCard(card: Card, picture: Buffer | null): Promise<Buffer> {
  return oneAtATime(() => drawnCard(card, picture))
}
