import { closeSync, openSync, readSync } from 'node:fs'

/** A dump that cannot be read: the line, and what is wrong there. */
export class DumpError extends Error {
  override readonly name = 'DumpError'
}

/**
 * A file as text with one character a byte, so that positions are those of bytes. All of SQL's own characters are
 * ASCII, and no byte of another UTF-8 character is, so values are cut at the right places and stay the bytes they were.
 */
export type DumpSource = {
  /** The byte at which reading goes on. */
  position(): number
  /** The next character; '' at the end of the file. */
  peek(): string
  /** What a sticky expression matches here, which is consumed; '' where it does not match. */
  take(expression: RegExp): string
  fail(why: string): never
  close(): void
}

const chunkBytes = 262_144
/** The longest text of one token: no value of a shop comes near. */
const mostBytes = 64 * 1_048_576

/**
 * From the byte `start` on; at the beginning of the file a byte order mark is passed over. Throws DumpError for a file in
 * UTF-16.
 */
export function openDumpSource(path: string, start = 0): DumpSource {
  const file = openSync(path, 'r')
  const chunk = Buffer.allocUnsafe(chunkBytes)
  let text = ''
  let base = start === 0 ? afterMark(file, path) : start
  let at = 0
  let isAtEnd = false

  /** Reads more behind what is still to be consumed. */
  function fill(): void {
    const read = readSync(file, chunk, 0, chunkBytes, base + text.length)
    isAtEnd = read === 0
    text = text.slice(at) + chunk.toString('latin1', 0, read)
    base += at
    at = 0
    if (text.length > mostBytes + chunkBytes) fail('one value is larger than 64 MiB')
  }

  function fail(why: string): never {
    throw new DumpError(`${path}, line ${lineOf(file, base + at)}: ${why}`)
  }

  return {
    position: () => base + at,
    peek() {
      if (at >= text.length && !isAtEnd) fill()
      return text[at] ?? ''
    },
    take(expression) {
      for (;;) {
        expression.lastIndex = at
        const found = expression.exec(text)?.[0] ?? ''
        // A match that reaches the end of what was read may go on behind it, and one that fails there may succeed.
        if (isAtEnd || (at + found.length < text.length && (found !== '' || at + longestKeyword <= text.length))) {
          at += found.length
          return found
        }
        fill()
      }
    },
    fail,
    close: () => closeSync(file),
  }
}

function afterMark(file: number, path: string): number {
  const first = Buffer.alloc(4)
  readSync(file, first, 0, 4, 0)
  const isWide = (first[0] === 0xff && first[1] === 0xfe) || (first[0] === 0xfe && first[1] === 0xff)
  // SQL begins with two ASCII characters, so one of them is half of two bytes.
  if (isWide || (first[0] === 0) !== (first[1] === 0)) {
    closeSync(file)
    throw new DumpError(
      `${path}, line 1: the file is in UTF-16, as “>” of Windows PowerShell writes it, which also changes letters such as é. ` +
        'Dump again with -f data.sql instead of “>”',
    )
  }
  return first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf ? 3 : 0
}

/** An expression that does not match needs at most so many characters to say so. */
const longestKeyword = 64

function lineOf(file: number, position: number): number {
  const chunk = Buffer.allocUnsafe(chunkBytes)
  let line = 1
  for (let at = 0; at < position; at += chunkBytes) {
    const read = readSync(file, chunk, 0, Math.min(chunkBytes, position - at), at)
    for (let index = 0; index < read; index += 1) if (chunk[index] === 10) line += 1
  }
  return line
}
