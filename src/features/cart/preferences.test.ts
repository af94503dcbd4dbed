import { expect, test } from 'vitest'
import { giftNote, maxGiftNote } from './preferences.ts'

test('a stored gift note is cut where a character ends, so that checkout takes it', () => {
  for (const [typed, kept] of [
    [`${'a'.repeat(199)}🌹`, `${'a'.repeat(199)}🌹`],
    [`${'a'.repeat(200)}🌹`, 'a'.repeat(200)],
    [`${'a'.repeat(198)}👩‍🔧`, 'a'.repeat(198)],
    ['🌹'.repeat(300), '🌹'.repeat(maxGiftNote)],
  ] as const) {
    giftNote.update(() => typed)
    expect(giftNote.get()).toBe(kept)
    expect(giftNote.get().isWellFormed()).toBe(true)
  }
})
