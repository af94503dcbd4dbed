import { isStorable } from '#platform/http/limits/storable-text.ts'
import { withTimeLimit } from '#platform/time-limit.ts'
import { invalidRequest, noContent, StorageError, tooLarge, tooSlow } from '../storage-error.ts'
import { readMultipart } from './multipart.ts'

/** The metadata of an upload, and its bytes as a stream that was not read yet. */
export type UploadBody = {
  type: string
  /** As it is stored: `max-age=<n>` or `no-cache`. */
  cacheControl: string
  userMetadata: Record<string, unknown> | null
  content: AsyncIterable<Uint8Array>
}

/** An upload without progress for this long is cancelled. */
const timeoutMs = 20_000
/** How many bytes a form may have besides its file. */
const formBytes = 65_536

/** Refuses EntityTooLarge by the declared length; a form may be longer than its file by `formBytes`. */
export function checkDeclaredLength(request: Request, mostBytes: number): void {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > mostBytes + (isForm(request) ? formBytes : 0)) throw tooLarge()
}

/**
 * Opens the body of an upload: a form whose file field may have any name, or the bytes themselves. Refuses an empty
 * body, compressed bodies, and metadata that is not a JSON object.
 */
export async function openUpload(request: Request): Promise<UploadBody> {
  const { headers } = request
  if (headers.has('content-encoding')) {
    throw new StorageError(415, 'Invalid Input', 'InvalidRequest', 'Compressed uploads are not taken')
  }
  if (!request.body || headers.get('content-length') === '0') throw noContent()
  const body = withTimeout(request.body)
  if (isForm(request)) {
    const { fields, fileType, content } = await withTimeLimit(
      readMultipart(headers.get('content-type') ?? '', body),
      timeoutMs,
      tooSlow,
    )
    const seconds = fields.get('cacheControl')
    return {
      type: plain(fields.get('contentType') || fileType),
      cacheControl: seconds === undefined ? 'no-cache' : maxAge(seconds),
      userMetadata: readMetadata(fields.get('metadata')),
      content,
    }
  }
  const encoded = headers.get('x-metadata')
  return {
    type: plain(headers.get('content-type') || 'application/octet-stream'),
    cacheControl: plain(headers.get('cache-control') || 'no-cache'),
    userMetadata: readMetadata(encoded === null ? undefined : Buffer.from(encoded, 'base64').toString('utf8')),
    content: body,
  }
}

/** The whole content in memory. Refuses EntityTooLarge as soon as it is longer than `mostBytes`. */
export async function collect(content: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    size += chunk.byteLength
    if (size > mostBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function isForm({ headers }: Request): boolean {
  return /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '')
}

async function* withTimeout(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await withTimeLimit(reader.read(), timeoutMs, tooSlow)
      if (done) return
      yield value
    }
  } finally {
    // Not awaited: with a stalled client it may never resolve.
    void reader.cancel().catch(() => undefined)
  }
}

function maxAge(seconds: string): string {
  if (!/^\d{1,10}$/.test(seconds)) throw invalidRequest('cacheControl must be a number of seconds')
  return `max-age=${seconds}`
}

/** The value becomes a response header: printable ASCII only. */
function plain(text: string): string {
  if (!/^[\x20-\x7e]{1,255}$/.test(text)) throw invalidRequest('A header of the upload cannot be read')
  return text
}

function readMetadata(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined) return null
  try {
    const value: unknown = JSON.parse(text)
    const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isPlain && isStorable(value)) return value as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw invalidRequest('metadata must be a JSON object of plain text')
}
