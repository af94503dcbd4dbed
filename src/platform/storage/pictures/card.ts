import type { Card } from './card-work.ts'
import { drawnCard } from './image-process.ts'
import { oneAtATime } from './one-at-a-time.ts'

/**
 * Draws a card as a JPEG. `picture`: the photograph's bytes, null for text only. Text uses the fonts of this folder;
 * characters without a glyph are left out, and so is a block of them. Refuses DamagedPicture, and StorageError 429 when
 * too many tasks wait. Takes 0.2 s of one core.
 */
export function drawCard(card: Card, picture: Buffer | null): Promise<Buffer> {
  return oneAtATime(() => drawnCard(card, picture))
}
