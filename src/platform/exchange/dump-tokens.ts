import type { DumpSource } from './dump-source.ts'

/** A value of a dump as PostgreSQL's input functions read it, with one character a byte; null for NULL and DEFAULT. */
export type DumpValue = string | null

const space = /[ \t\r\n]+/y
const comment = /--[^\n]*/y
const word = /[A-Za-z_][A-Za-z0-9_$]*/y
const number = /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/y
const beforeQuote = /[^']+/y
const beforeDoubleQuote = /[^"]+/y
const beforeEscape = /[^'\\]+/y
const anyCharacter = /[\s\S]/y

/** Consumes white space and comments, and returns the comments. */
export function skipSpace(source: DumpSource): string[] {
  const comments: string[] = []
  for (;;) {
    if (source.take(space)) continue
    const found = source.take(comment)
    if (!found) return comments
    comments.push(found)
  }
}

/** Consumes this character if it comes next. */
export function takeIf(source: DumpSource, character: string): boolean {
  skipSpace(source)
  if (source.peek() !== character) return false
  source.take(anyCharacter)
  return true
}

export function expectCharacter(source: DumpSource, character: string): void {
  if (!takeIf(source, character)) source.fail(`${character} is expected here`)
}

/** A keyword in upper case, or '' where none comes next. */
export function takeKeyword(source: DumpSource): string {
  skipSpace(source)
  return source.take(word).toUpperCase()
}

/** The keywords in this order. */
export function expectKeywords(source: DumpSource, ...words: string[]): void {
  for (const each of words) if (takeKeyword(source) !== each) source.fail(`${each} is expected here`)
}

/** A name, in double quotes or plain. */
export function takeName(source: DumpSource): string {
  skipSpace(source)
  if (source.peek() !== '"') return source.take(word).toLowerCase() || source.fail('a name is expected here')
  source.take(anyCharacter)
  return takeQuoted(source, '"', beforeDoubleQuote)
}

/** `schema.table`; a name without a schema is in `public`. */
export function takeTableName(source: DumpSource): { schema: string; table: string } {
  const first = takeName(source)
  return takeIf(source, '.') ? { schema: first, table: takeName(source) } : { schema: 'public', table: first }
}

/** `(one, "two")`. */
export function takeNames(source: DumpSource): string[] {
  expectCharacter(source, '(')
  const names = [takeName(source)]
  while (takeIf(source, ',')) names.push(takeName(source))
  expectCharacter(source, ')')
  return names
}

/**
 * A literal as `pg_dump` writes them: a number, true, false, NULL, DEFAULT, '…', E'…', B'…' or X'…'. Anything else (a
 * call, an operator, a cast, $$…$$) is refused: a dump has values and no expressions.
 */
export function takeValue(source: DumpSource): DumpValue {
  skipSpace(source)
  const first = source.peek()
  if (first === "'") return takeString(source)
  const digits = /[-+.\d]/.test(first) ? source.take(number) : ''
  if (digits) return digits
  const keyword = source.take(word).toUpperCase()
  if (keyword === 'NULL' || keyword === 'DEFAULT') return null
  if (keyword === 'TRUE' || keyword === 'FALSE') return keyword.toLowerCase()
  const isString = source.peek() === "'"
  if (keyword === 'E' && isString) return takeEscapeString(source)
  if (keyword === 'B' && isString) return takeString(source)
  if (keyword === 'X' && isString) return bitsOf(takeString(source), source)
  return source.fail('a plain value is expected here: numbers, texts, true, false or NULL')
}

/** With `standard_conforming_strings`, as every dump since PostgreSQL 9.1: a backslash is a character like others. */
function takeString(source: DumpSource): string {
  source.take(anyCharacter)
  return takeQuoted(source, "'", beforeQuote)
}

/** Up to the closing quote; a doubled one is a quote of the text. */
function takeQuoted(source: DumpSource, quote: string, before: RegExp): string {
  let text = ''
  for (;;) {
    text += source.take(before)
    if (source.take(anyCharacter) !== quote) source.fail('the file ends within a text: it is not complete')
    if (source.peek() !== quote) return text
    text += source.take(anyCharacter)
  }
}

const simpleEscapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const octal = /[0-7]{1,3}/y
const hex = /[0-9A-Fa-f]{1,2}/y
const shortCode = /[0-9A-Fa-f]{4}/y
const longCode = /[0-9A-Fa-f]{8}/y

function takeEscapeString(source: DumpSource): string {
  source.take(anyCharacter)
  let text = ''
  for (;;) {
    text += source.take(beforeEscape)
    const next = source.take(anyCharacter)
    if (next === '') source.fail('the file ends within a text: it is not complete')
    if (next === '\\') text += takeEscape(source)
    else if (source.peek() !== "'") return text
    else text += source.take(anyCharacter)
  }
}

function takeEscape(source: DumpSource): string {
  const digits = source.take(octal)
  if (digits) return String.fromCharCode(Number.parseInt(digits, 8) & 0xff)
  const letter = source.take(anyCharacter)
  if (letter === 'u' || letter === 'U') return takeCharacter(source, letter === 'u' ? shortCode : longCode)
  const code = letter === 'x' ? source.take(hex) : ''
  if (code) return String.fromCharCode(Number.parseInt(code, 16))
  return simpleEscapes[letter] ?? letter
}

/** A character by its number, as its UTF-8 bytes; two surrogates are one character. */
function takeCharacter(source: DumpSource, form: RegExp): string {
  let code = Number.parseInt(source.take(form) || source.fail('a character by number is incomplete'), 16)
  if (code >= 0xd800 && code < 0xdc00 && source.take(/\\u/y)) {
    const second = Number.parseInt(source.take(shortCode), 16)
    code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00)
  }
  if (!(code > 0 && code <= 0x10ffff) || (code >= 0xd800 && code < 0xe000)) source.fail('no such character')
  return Buffer.from(String.fromCodePoint(code)).toString('latin1')
}

function bitsOf(digits: string, source: DumpSource): string {
  if (!/^[0-9A-Fa-f]*$/.test(digits)) source.fail('a bit string in hex has other characters')
  return [...digits].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('')
}

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
