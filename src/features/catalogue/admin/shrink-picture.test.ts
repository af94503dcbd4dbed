import { afterEach, expect, test, vi } from 'vitest'
import { shrinkPicture } from './shrink-picture.ts'

afterEach(() => vi.unstubAllGlobals())

test('a browser that refuses the worker makes nothing of a picture, and does not hold up the next one', async () => {
  vi.stubGlobal('OffscreenCanvas', class {})
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        throw new DOMException('refused', 'SecurityError')
      }
    },
  )
  const file = new File(['x'], 'dress.heic', { type: 'image/heic' })
  expect(await shrinkPicture(file)).toBeNull()
  expect(await shrinkPicture(file)).toBeNull()
})
