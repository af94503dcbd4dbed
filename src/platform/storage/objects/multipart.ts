import { invalidRequest, noContent } from '../storage-error.ts'
import { byteReader } from './byte-reader.ts'

/** A form up to its file: the fields before it, and its bytes, which are still to be read. */
export type MultipartUpload = {
  fields: ReadonlyMap<string, string>
  fileType: string
  content: AsyncIterable<Uint8Array>
}

const mostFields = 20
const mostHeaderBytes = 16_384
const mostFieldBytes = 262_144
const mostAfterFile = 65_536

/**
 * Reads a `multipart/form-data` body as far as its first file, whatever its field is called: clients of this protocol send
 * an empty name. Reading `content` to its end reads the body to its end, so that a body that is cut anywhere throws.
 */
export async function readMultipart(contentType: string, body: AsyncIterable<Uint8Array>): Promise<MultipartUpload> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (!boundary) throw invalidRequest('The form does not name its boundary')
  const reader = byteReader(body)
  const mark = Buffer.from(`\r\n--${boundary}`)
  const fields = new Map<string, string>()

  const first = await reader.until(mark.subarray(2), 0)
  if (first === null) throw noContent()
  while (await startsPart()) {
    const header = await reader.until(Buffer.from('\r\n\r\n'), mostHeaderBytes)
    if (header === null) throw malformed()
    const { name, isFile, type } = readHeader(header.toString('utf8'))
    if (isFile) return { fields, fileType: type, content: pour() }
    const value = await reader.until(mark, mostFieldBytes)
    if (value === null || fields.size >= mostFields) throw malformed()
    fields.set(name, value.toString('utf8'))
  }
  throw noContent()

  /** After a boundary: another part begins, or the form ends. */
  async function startsPart(): Promise<boolean> {
    const next = (await reader.take(2)).toString('latin1')
    if (next !== '\r\n' && next !== '--') throw malformed()
    return next === '\r\n'
  }

  async function* pour() {
    const isWhole = yield* reader.pour(mark)
    if (!isWhole) throw malformed()
    await startsPart()
    if (!(await reader.drain(mostAfterFile))) throw invalidRequest('One file is taken at a time')
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
