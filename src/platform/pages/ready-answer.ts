import { choose, type Encoded } from '../http/encodings.ts'

/** An answer that lies in memory: a cached page, a built file, a stored object. `vary`: 'Accept-Encoding' if not said. */
export type Ready = { status?: number; headers: [string, string][]; body: Encoded; etag: string; vary?: string }

/** What of a request decides the form of a ready answer. */
export type Asked = {
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
  accept: string | undefined
  /** Whether nothing was said that only the application weighs: a part, another origin, a date. */
  isBare: boolean
}

/** Status, header lines (name, value, name, …) and bytes; a client that has the answer already is told so with 304. */
export type ReadyAnswer = { status: number; lines: string[]; bytes: Buffer | null }

export function readyAnswer(
  { status = 200, headers, body, etag, vary = 'Accept-Encoding' }: Ready,
  asked: Asked,
): ReadyAnswer {
  const { body: bytes, encoding } = choose(body, asked.acceptEncoding)
  const tag = encoding ? `"${etag}-${encoding}"` : `"${etag}"`
  const lines: string[] = ['ETag', tag, 'Vary', vary]
  for (const [name, value] of headers) lines.push(name, value)
  if (encoding) lines.push('Content-Encoding', encoding)
  if (asked.ifNoneMatch?.includes(tag)) return { status: 304, lines, bytes: null }
  lines.push('Content-Length', String(bytes.length))
  return { status, lines, bytes }
}
