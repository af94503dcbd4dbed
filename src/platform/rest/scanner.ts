/** A cursor over a text. It never backtracks further than one quoted value, so parsing takes linear time. */
export type Scanner = { readonly text: string; at: number }

export function scan(text: string): Scanner {
  return { text, at: 0 }
}

export function atEnd(s: Scanner): boolean {
  return s.at >= s.text.length
}

/** Moves past `expected` if it comes next, and returns whether it did. */
export function take(s: Scanner, expected: string): boolean {
  if (!s.text.startsWith(expected, s.at)) return false
  s.at += expected.length
  return true
}

/** Moves past blanks and line breaks, which clients write around names, separators and brackets. */
export function skipBlanks(s: Scanner): void {
  while (!atEnd(s) && ' \t\r\n'.includes(s.text.charAt(s.at))) s.at += 1
}

/** Everything up to the first of `stops`, or to the end. */
export function takeUntil(s: Scanner, stops: string): string {
  const from = s.at
  while (s.at < s.text.length && !stops.includes(s.text.charAt(s.at))) s.at += 1
  return s.text.slice(from, s.at)
}

/**
 * Reads a double-quoted value, which may contain `\"` and `\\`. Null, without moving, if there is none or it is not
 * closed.
 */
function takeQuoted(s: Scanner): string | null {
  const from = s.at
  if (!take(s, '"')) return null
  let value = ''
  while (!atEnd(s)) {
    const char = s.text.charAt(s.at)
    if (char === '"') {
      s.at += 1
      return value
    }
    if (char === '\\') s.at += 1
    value += s.text.charAt(s.at)
    s.at += 1
  }
  s.at = from
  return null
}

/** A quoted value that ends where one of `stops` (or the text) follows; otherwise everything up to the first stop. */
export function takeValue(s: Scanner, stops: string): string {
  const from = s.at
  const quoted = takeQuoted(s)
  if (quoted !== null && (atEnd(s) || stops.includes(s.text.charAt(s.at)))) return quoted
  s.at = from
  return takeUntil(s, stops)
}

// Letters of any script, digits, _ $ space and hyphen. Names with other characters must be quoted.
const plainName = /[\p{L}\p{N}_$ -]+/uy

/**
 * A column's name, plain or quoted, without the blanks around it; null if there is none. A hyphen before `>` is a JSON
 * path, which is not supported.
 */
export function takeName(s: Scanner): string | null {
  skipBlanks(s)
  const name = takeQuoted(s) ?? takePlainName(s)
  skipBlanks(s)
  return name || null
}

function takePlainName(s: Scanner): string | null {
  plainName.lastIndex = s.at
  const found = plainName.exec(s.text)?.[0]
  if (!found) return null
  s.at += found.length
  return found.trim()
}
