import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { script as firstTouch } from './first-touch.ts?script'

test('the first-touch script is at most 3 kB, and a script of its own', () => {
  expect(brotliCompressSync(firstTouch).length).toBeLessThanOrEqual(3_000)
  expect(firstTouch).not.toMatch(/<\/script|\bimport\b|\brequire\b|useSyncExternalStore/)
  expect(() => new Function(firstTouch)).not.toThrow()
})
