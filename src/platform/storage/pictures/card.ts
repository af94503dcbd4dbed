import type { Card } from './card-work.ts'
import { drawnCard } from './image-process.ts'
import { oneAtATime } from './one-at-a-time.ts'

/**
 * The card as a JPEG. `picture`: the photograph's bytes, null for a card of words alone. Words are set in the fonts of this
 * folder; letters none of them has are left out, and a block whose letters are all foreign is not there. Refuses
 * DamagedPicture, and StorageError 429 when too many wait. A fifth of a second of one core.
 */
export function drawCard(card: Card, picture: Buffer | null): Promise<Buffer> {
  return oneAtATime(() => drawnCard(card, picture))
}
