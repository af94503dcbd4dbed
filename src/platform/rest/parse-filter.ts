import { type Comparison, comparisons, type Filter, type Truth, truths } from './query.ts'
import { unreadable } from './rest-error.ts'
import { atEnd, type Scanner, scan, skipBlanks, take, takeName, takeUntil, takeValue } from './scanner.ts'

const deepest = 5

/** Parses the text behind `column=`: `eq.1`, `not.in.(a,"b,c")`, `is.null`. Refuses PGRST100. */
export function parseFilter(column: string, text: string): Filter {
  const s = scan(text)
  const negated = take(s, 'not.')
  const operator = readOperator(s, text)
  const filter = readOperand(s, { column, operator, negated, text, inGroup: false })
  if (!atEnd(s)) throw unreadable('filter', text, `unexpected text after position ${s.at}`)
  return filter
}

/**
 * Parses the text behind `and=` or `or=`: `(a.eq.1,not.or(b.lt.2,c.is.null))`. Refuses PGRST100, also past five levels.
 */
export function parseGroup(joint: 'and' | 'or', negated: boolean, text: string): Filter {
  const s = scan(text)
  skipBlanks(s)
  const group = readGroup(s, { joint, negated, depth: 1, text })
  if (!atEnd(s)) throw unreadable('logic tree', text, `unexpected text after position ${s.at}`)
  return group
}

type GroupAt = { joint: 'and' | 'or'; negated: boolean; depth: number; text: string }

function readGroup(s: Scanner, { joint, negated, depth, text }: GroupAt): Filter {
  if (depth > deepest) throw unreadable('logic tree', text, `nested deeper than ${deepest} levels`)
  if (!take(s, '(')) throw unreadable('logic tree', text, `expecting "(" at position ${s.at}`)
  const items: Filter[] = []
  do items.push(readMember(s, depth, text))
  while (take(s, ','))
  if (!take(s, ')')) throw unreadable('logic tree', text, `expecting "," or ")" at position ${s.at}`)
  skipBlanks(s)
  return { kind: 'group', joint, items, negated }
}

const groupStart = /(not\.)?(and|or)[ \t\r\n]*(?=\()/y

function readMember(s: Scanner, depth: number, text: string): Filter {
  skipBlanks(s)
  groupStart.lastIndex = s.at
  const [start, not, joint] = groupStart.exec(s.text) ?? []
  if (start) {
    s.at += start.length
    return readGroup(s, { joint: joint === 'and' ? 'and' : 'or', negated: not !== undefined, depth: depth + 1, text })
  }
  const column = takeName(s)
  if (column === null || !take(s, '.')) throw unreadable('logic tree', text, `expecting a column and "." at ${s.at}`)
  const negated = take(s, 'not.')
  const operator = readOperator(s, text)
  return readOperand(s, { column, operator, negated, text, inGroup: true })
}

type Operator = Comparison | 'in' | 'is'

function readOperator(s: Scanner, text: string): Operator {
  const found = takeUntil(s, '.')
  if (!take(s, '.')) throw unreadable('filter', text, 'expecting an operator and "."')
  if (found === 'in' || found === 'is') return found
  const comparison = comparisons.find((known) => known === found)
  if (!comparison) throw unreadable('filter', text, `unknown operator; expecting one of ${comparisons}, is, in`)
  return comparison
}

type Operand = { column: string; operator: Operator; negated: boolean; text: string; inGroup: boolean }

function readOperand(s: Scanner, { column, operator, negated, text, inGroup }: Operand): Filter {
  if (operator === 'in') return { kind: 'in', column, values: readList(s, text), negated }
  const value = inGroup ? readGroupValue(s) : takeUntil(s, '')
  if (operator !== 'is') return { kind: 'compare', column, operator, value, negated }
  return { kind: 'is', column, value: readTruth(inGroup ? value.trimEnd() : value, text), negated }
}

// Inside a group a comma ends a value, except in quotes and in an array literal such as {a,b}.
function readGroupValue(s: Scanner): string {
  if (!s.text.startsWith('{', s.at)) return takeValue(s, ',)')
  const array = takeUntil(s, '}')
  if (!take(s, '}')) return array
  skipBlanks(s)
  return `${array}}`
}

function readTruth(value: string, text: string): Truth {
  const truth = truths.find((known) => known === value.toLowerCase())
  if (!truth) throw unreadable('filter', text, `expecting one of ${truths} after "is."`)
  return truth
}

function readList(s: Scanner, text: string): string[] {
  if (!take(s, '(')) throw unreadable('filter', text, 'expecting "(" after "in."')
  const values: string[] = []
  skipBlanks(s)
  if (take(s, ')')) return values
  do values.push(takeValue(s, ',)'))
  while (take(s, ','))
  if (!take(s, ')')) throw unreadable('filter', text, 'expecting ")" at the end of the list')
  skipBlanks(s)
  return values
}
