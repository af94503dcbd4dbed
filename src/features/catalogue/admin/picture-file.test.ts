import { afterEach, expect, test, vi } from 'vitest'
import { pictureFit, refusalOf, shrinkPicture, uploadProblem } from './picture-file.ts'

const file = (name: string, type: string, size = 2_000_000) => ({ name, type, size })

test('a picture of a known format is uploaded unchanged, up to 10 MB', () => {
  expect(pictureFit(file('a.jpg', 'image/jpeg', 10_000_000))).toBe('ready')
  expect(pictureFit(file('a.avif', 'image/avif'))).toBe('ready')
})

test('the browser first re-encodes a larger one or one of another format', () => {
  expect(pictureFit(file('a.jpg', 'image/jpeg', 10_000_001))).toBe('encode')
  expect(pictureFit(file('IMG_5.HEIC', 'image/heic'))).toBe('encode')
  // Some systems report no type for it.
  expect(pictureFit(file('IMG_5.HEIC', ''))).toBe('encode')
  expect(pictureFit(file('a.gif', 'image/gif'))).toBe('encode')
})

test('a file that is not a picture, empty or far too large is refused immediately', () => {
  expect(pictureFit(file('notes.txt', 'text/plain'))).toEqual({
    why: 'can’t be used. Please choose a picture: JPEG, PNG, WebP or AVIF.',
  })
  expect(pictureFit(file('a.jpg', 'image/jpeg', 0))).toEqual({ why: 'is empty.' })
  expect(pictureFit(file('a.jpg', 'image/jpeg', 240_400_000))).toEqual({
    why: 'is too large (240.4 MB). The limit is 10 MB.',
  })
})

test('a file that the browser cannot re-encode is refused with advice', () => {
  expect(refusalOf(file('IMG_5.HEIC', 'image/heic'))).toBe('can’t be used. Please save it as JPEG.')
  expect(refusalOf(file('a.jpg', 'image/jpeg', 24_400_000))).toBe('is too large (24.4 MB). The limit is 10 MB.')
  expect(refusalOf(file('a.jpg', 'image/jpeg'))).toBe('has too many pixels. The limit is 40 megapixels.')
})

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

test('storage errors of an upload have messages; an existing file counts as uploaded', () => {
  const response = (code: string, status = 400) => ({ status, text: JSON.stringify({ code, message: 'Damaged.' }) })
  expect(uploadProblem({ status: 200, text: '{}' })).toBeNull()
  expect(uploadProblem(response('ResourceAlreadyExists'))).toBeNull()
  expect(uploadProblem(response('EntityTooLarge'))).toMatch(/limit is 10 MB/)
  expect(uploadProblem({ status: 413, text: '<html>' })).toMatch(/limit is 10 MB/)
  expect(uploadProblem(response('ImageTooLarge'))).toBe('It has too many pixels. The limit is 40 megapixels.')
  expect(uploadProblem(response('InvalidMimeType'))).toBe('It can’t be used. Please save it as JPEG.')
  expect(uploadProblem(response('SomethingElse'))).toBe('Damaged.')
  expect(uploadProblem({ status: 502, text: 'Bad gateway' })).toBe('The upload failed.')
})
