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

export function openDumpSource(path: string, start = 0): DumpSource {
  const file = openSync(path, 'r')
  const chunk = Buffer.allocUnsafe(chunkBytes)
  let text = ''
  let base = start
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
