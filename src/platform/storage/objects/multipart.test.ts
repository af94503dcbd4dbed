import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMultipart } from './multipart.ts'

const contentType = 'multipart/form-data; boundary=b'

function form(file: Buffer, type = 'text/plain;charset=UTF-8'): Buffer {
  return Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n'),
    Buffer.from(`--b\r\nContent-Disposition: form-data; name=""; filename="blob"\r\nContent-Type: ${type}\r\n\r\n`),
    file,
    Buffer.from('\r\n--b--\r\n'),
  ])
}

/** The bytes in chunks of these lengths, repeated. */
async function* inChunks(bytes: Buffer, lengths: readonly number[]) {
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const length = lengths[n % lengths.length] ?? 1
    yield bytes.subarray(at, at + length)
    at += length
  }
}

async function readAll(bytes: Buffer, lengths: readonly number[] = [bytes.length]) {
  const { fields, fileType, content } = await readMultipart(contentType, inChunks(bytes, lengths))
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return { fields: Object.fromEntries(fields), fileType, file: Buffer.concat(chunks) }
}

test('fields, the whole content type and the bytes are read, however the body is split', async () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
  const file = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    // Bytes that begin a delimiter.
    fc.array(fc.constantFrom('\r', '\n', '-', '--b', '\r\n--', '\r\n-'), { maxLength: 20 }).map((parts) => {
      return Buffer.from(parts.join('').replaceAll('\r\n--b', '\r\n-b'))
    }),
  )
  await fc.assert(
    fc.asyncProperty(file, lengths, async (bytes, sizes) => {
      fc.pre(!Buffer.from(bytes).includes('\r\n--b'))
      const read = await readAll(form(Buffer.from(bytes)), sizes)
      expect(read.fields).toEqual({ cacheControl: '3600' })
      expect(read.fileType).toBe('text/plain;charset=UTF-8')
      expect(read.file.equals(Buffer.from(bytes))).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('a body that is cut off anywhere is refused', async () => {
  const whole = form(Buffer.from('the bytes of a file'))
  const end = whole.lastIndexOf('--b--') + 5
  for (let length = 0; length < end; length += 1) {
    await expect(readAll(whole.subarray(0, length), [7])).rejects.toMatchObject({ name: 'StorageError' })
  }
})

function field(name: string): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`
}

test.each<[string, Buffer | string]>([
  ['a preamble', Buffer.concat([Buffer.from('text'), form(Buffer.from('x'))])],
  ['no file', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n'],
  ['21 fields', `${Array.from({ length: 21 }, (_, n) => field(`a${n}`)).join('')}--b--\r\n`],
  ['a header of 20 kB', `--b\r\nX: ${'x'.repeat(20_000)}\r\n\r\n1\r\n--b--\r\n`],
  ['a field of 300 kB', `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(300_000)}\r\n--b--\r\n`],
  ['70 kB after the file', Buffer.concat([form(Buffer.from('x')), Buffer.alloc(70_000)])],
])('a form with %s is refused', async (_, body) => {
  const bytes = Buffer.from(body as Buffer)
  await expect(readAll(bytes, [1_000])).rejects.toMatchObject({ name: 'StorageError' })
})
