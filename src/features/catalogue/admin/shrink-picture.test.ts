import { afterEach, expect, test, vi } from 'vitest'
import { shrinkPicture } from './shrink-picture.ts'

afterEach(() => vi.unstubAllGlobals())

test('if the browser blocks the worker the result is null, and the next picture is still processed', async () => {
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
