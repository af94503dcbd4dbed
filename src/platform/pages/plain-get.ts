import type { Asked } from './ready-answer.ts'

export type PlainGet = Asked & { url: string }

const longestHead = 8_192
const requestLine = /^GET (\/[!-~]*) HTTP\/1\.1$/
const fieldLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/
/** Fields that ask for more than an answer and the connection kept: a body, another protocol, a part, an end. */
const demanding = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'range',
])
/** Fields that change the answer of a stored object; see `Asked`. */
export const weighed: ReadonlySet<string> = new Set(['origin', 'if-modified-since', 'if-range', 'range'])

/**
 * Reads a chunk that is one plain GET request from its first byte to its last and nothing beside it (RFC 9112, section 2
 * and 3). Null for everything else, however valid: that is for the whole HTTP parser to judge.
 */
export function readPlainGet(chunk: Buffer): PlainGet | null {
  if (chunk.length > longestHead || chunk[0] !== 71) return null
  const text = chunk.toString('latin1')
  if (text.indexOf('\r\n\r\n') !== text.length - 4) return null
  const [first = '', ...fields] = text.slice(0, -4).split('\r\n')
  const url = requestLine.exec(first)?.[1]
  if (!url) return null
  let hosts = 0
  let acceptEncoding: string | undefined
  let ifNoneMatch: string | undefined
  let accept: string | undefined
  let isBare = true
  for (const field of fields) {
    const parsed = fieldLine.exec(field)
    if (!parsed) return null
    const [, given = '', value = ''] = parsed
    const name = given.toLowerCase()
    if (name === 'host') hosts += 1
    else if (name === 'accept-encoding') acceptEncoding = value
    else if (name === 'if-none-match') ifNoneMatch = value
    else if (name === 'accept') accept = value
    else if (demanding.has(name) && !(name === 'connection' && value.trim().toLowerCase() === 'keep-alive')) return null
    else if (weighed.has(name)) isBare = false
  }
  return hosts === 1 ? { url, acceptEncoding, ifNoneMatch, accept, isBare } : null
}
