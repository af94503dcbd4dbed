import type { DumpValue } from './dump-tokens.ts'

// The text format of COPY: a row is a line, its columns are divided by tabs, \N is null.

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const letters = new Map(Object.entries(escapes).map(([letter, character]) => [character, letter]))

/** The values of a line without its line feed. */
export function readCopyLine(line: string): DumpValue[] {
  return line.split('\t').map((field) => {
    if (field === '\\N') return null
    if (!field.includes('\\')) return field
    return field.replace(/\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|([\s\S]))/g, (_, octal, hex, other) => {
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
      if (hex) return String.fromCharCode(Number.parseInt(hex, 16))
      return escapes[other] ?? other
    })
  })
}

/** A line with its line feed. */
export function writeCopyLine(values: readonly DumpValue[]): string {
  return `${values.map((value) => (value === null ? '\\N' : escaped(value))).join('\t')}\n`
}

function escaped(value: string): string {
  return value.replace(/[\\\b\f\n\r\t\v]/g, (character) => `\\${letters.get(character) ?? character}`)
}

/** A literal that every PostgreSQL reads as this text, whatever its characters. */
export function writeLiteral(value: DumpValue): string {
  return value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`
}
