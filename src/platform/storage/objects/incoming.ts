import { isStorable } from '#platform/http/storable-text.ts'
import { invalidRequest, noContent, StorageError, tooLarge, tooSlow } from '../storage-error.ts'
import { readMultipart } from './multipart.ts'

/** What an upload says of itself, and its bytes, which are still to be read. */
export type Incoming = {
  type: string
  /** As it is kept: `max-age=<n>` or `no-cache`. */
  cacheControl: string
  userMetadata: Record<string, unknown> | null
  content: AsyncIterable<Uint8Array>
}

/** An upload that stands still for so long is given up: what a phone loses between two masts is back sooner. */
const patienceMs = 20_000
/** What a form may hold besides its file. */
const formBytes = 65_536

/** How long a body says it is, or null. A form's is that of the form: `mostBytes` of a file and what is around it pass. */
export function refuseDeclared(request: Request, mostBytes: number): void {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > mostBytes + (isForm(request) ? formBytes : 0)) throw tooLarge()
}

/**
 * Opens the body of an upload: a form whose file may have any field name, or the bytes themselves. Refuses no body at all,
 * compressed bodies, and metadata that is no JSON object.
 */
export async function openIncoming(request: Request): Promise<Incoming> {
  const { headers } = request
  if (headers.has('content-encoding')) {
    throw new StorageError(415, 'Invalid Input', 'InvalidRequest', 'Compressed uploads are not taken')
  }
  if (!request.body || headers.get('content-length') === '0') throw noContent()
  const body = withPatience(request.body)
  if (isForm(request)) {
    const { fields, fileType, content } = await soon(readMultipart(headers.get('content-type') ?? '', body))
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

/** All of it, or EntityTooLarge as soon as it is more. */
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

async function* withPatience(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await soon(reader.read())
      if (done) return
      yield value
    }
  } finally {
    // Not waited for: a sender who stands still would be waited for for good.
    void reader.cancel().catch(() => undefined)
  }
}

async function soon<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(tooSlow()), patienceMs)
  })
  return Promise.race([reading, late]).finally(() => clearTimeout(timer))
}

function maxAge(seconds: string): string {
  if (!/^\d{1,10}$/.test(seconds)) throw invalidRequest('cacheControl must be a number of seconds')
  return `max-age=${seconds}`
}

/** It becomes a header of answers: printable ASCII and nothing else. */
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
