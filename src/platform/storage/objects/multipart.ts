import { invalidRequest, noContent } from '../storage-error.ts'

/** A form up to its first file: the fields before the file, and the file's bytes as a stream that was not read yet. */
type MultipartUpload = {
  fields: ReadonlyMap<string, string>
  /** The whole content type of the part, with its parameters. */
  fileType: string
  content: AsyncIterable<Uint8Array>
}

const maxFields = 20
const maxHeaderBytes = 16_384
const maxFieldBytes = 262_144
const maxBytesAfterFile = 65_536

/**
 * Reads a `multipart/form-data` body up to its first file. The file's field may have any name: clients of this protocol
 * send an empty one. Iterating `content` to its end reads the body to its end, so a body that is cut anywhere throws.
 * docs/decisions/0043-libraries.md says why no library does this.
 */
export async function readMultipart(contentType: string, body: AsyncIterable<Uint8Array>): Promise<MultipartUpload> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (!boundary) throw invalidRequest('The form does not name its boundary')
  const reader = createByteReader(body)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const fields = new Map<string, string>()

  const preamble = await reader.readUntil(delimiter.subarray(2), 0)
  if (preamble === null) throw noContent()
  while (await hasNextPart()) {
    const header = await reader.readUntil(Buffer.from('\r\n\r\n'), maxHeaderBytes)
    if (header === null) throw malformed()
    const { name, isFile, type } = readHeader(header.toString('utf8'))
    if (isFile) return { fields, fileType: type, content: streamFile() }
    const value = await reader.readUntil(delimiter, maxFieldBytes)
    if (value === null || fields.size >= maxFields) throw malformed()
    fields.set(name, value.toString('utf8'))
  }
  throw noContent()

  /** After a delimiter: whether another part follows. */
  async function hasNextPart(): Promise<boolean> {
    const next = (await reader.read(2)).toString('latin1')
    if (next !== '\r\n' && next !== '--') throw malformed()
    return next === '\r\n'
  }

  async function* streamFile() {
    const isComplete = yield* reader.streamUntil(delimiter)
    if (!isComplete) throw malformed()
    await hasNextPart()
    if (!(await reader.drain(maxBytesAfterFile))) throw invalidRequest('One file is taken at a time')
  }
}

function malformed() {
  return invalidRequest('The form is not whole')
}

function readHeader(header: string): { name: string; isFile: boolean; type: string } {
  const lines = header.split('\r\n')
  const disposition = lines.find((line) => /^content-disposition:/i.test(line)) ?? ''
  const type = lines.find((line) => /^content-type:/i.test(line))
  return {
    name: /;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? '',
    isFile: /;\s*filename\*?=/i.test(disposition),
    type: type?.replace(/^content-type:\s*/i, '').trim() || 'application/octet-stream',
  }
}

/** Reads a stream up to delimiters in it, and buffers no more than one chunk and one delimiter. */
type ByteReader = {
  /** The bytes before the delimiter, which is consumed. Null when the stream ends first, or past `maxBytes`. */
  readUntil(delimiter: Buffer, maxBytes: number): Promise<Buffer | null>
  /** Yields the bytes before the delimiter as they arrive. Returns false when the stream ends before the delimiter. */
  streamUntil(delimiter: Buffer): AsyncGenerator<Buffer, boolean>
  /** So many bytes, fewer at the end of the stream. */
  read(count: number): Promise<Buffer>
  /** Reads to the end. Returns false past `maxBytes`. */
  drain(maxBytes: number): Promise<boolean>
}

function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let buffered: Buffer = Buffer.alloc(0)

  async function readChunk(): Promise<boolean> {
    const { done, value } = await chunks.next()
    if (done) return false
    buffered = buffered.length === 0 ? Buffer.from(value) : Buffer.concat([buffered, value])
    return true
  }

  function consume(count: number): Buffer {
    const part = buffered.subarray(0, count)
    buffered = buffered.subarray(count)
    return part
  }

  return {
    async readUntil(delimiter, maxBytes) {
      for (;;) {
        const at = buffered.indexOf(delimiter)
        if (at > maxBytes || (at < 0 && buffered.length > maxBytes + delimiter.length)) return null
        if (at >= 0) {
          const part = consume(at)
          consume(delimiter.length)
          return part
        }
        if (!(await readChunk())) return null
      }
    },
    async *streamUntil(delimiter) {
      for (;;) {
        const at = buffered.indexOf(delimiter)
        if (at >= 0) {
          if (at > 0) yield consume(at)
          consume(delimiter.length)
          return true
        }
        // The last bytes may be the beginning of the delimiter.
        const safe = buffered.length - delimiter.length + 1
        if (safe > 0) yield consume(safe)
        if (!(await readChunk())) return false
      }
    },
    async read(count) {
      while (buffered.length < count && (await readChunk()));
      return consume(Math.min(count, buffered.length))
    },
    async drain(maxBytes) {
      let bytes = 0
      do {
        bytes += consume(buffered.length).length
        if (bytes > maxBytes) return false
      } while (await readChunk())
      return true
    },
  }
}
