// @module-tag S9

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { query, written } from '#tests/fixtures/query-arbitraries.ts'
import { parseQuery } from './parse-query.ts'
import { RestError } from './rest-error.ts'

function parse(text: string) {
  return parseQuery(new URLSearchParams(text))
}

function refusal(text: string): RestError {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof RestError) return error
    throw error
  }
  throw new Error(`${text} was read`)
}

test('every query that a client can write is parsed to what it means', () => {
  fc.assert(
    fc.property(query, (meant) => {
      expect(parseQuery(written(meant))).toEqual(meant)
    }),
    { numRuns: 2_000 },
  )
})

test('any text is parsed or refused, and never throws an unexpected error', () => {
  const word = fc.constantFrom(
    'select',
    'order',
    'limit',
    'offset',
    'columns',
    'on_conflict',
    'or',
    'and',
    'not.or',
    'id',
    '',
  )
  const piece = fc.constantFrom(
    '(',
    ')',
    ',',
    '.',
    '"',
    '\\',
    '*',
    'eq',
    'not.',
    'in.',
    'or(',
    'and(',
    'is.',
    'null',
    ':',
    '::',
    '->',
    '!',
    ' ',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }).map((all) => all.join('')),
  )
  const pairs = fc.array(fc.tuple(fc.oneof(word, text), text), { maxLength: 4 })
  fc.assert(
    fc.property(pairs, (params) => {
      try {
        parseQuery(new URLSearchParams(params))
      } catch (error) {
        expect(error).toBeInstanceOf(RestError)
        expect((error as RestError).status).toBeLessThan(500)
      }
    }),
    { numRuns: 5_000 },
  )
})

test('a filter is a column, an optional not, an operator and a value, which may contain dots and commas', () => {
  expect(parse('name=eq.a.b,c&price=not.gte.5&id=in.(1,"2,3",a b)').filters).toEqual([
    { kind: 'compare', column: 'name', operator: 'eq', value: 'a.b,c', negated: false },
    { kind: 'compare', column: 'price', operator: 'gte', value: '5', negated: true },
    { kind: 'in', column: 'id', values: ['1', '2,3', 'a b'], negated: false },
  ])
  expect(parse('name=eq.').filters).toEqual([
    { kind: 'compare', column: 'name', operator: 'eq', value: '', negated: false },
  ])
  expect(parse('id=in.()').filters).toEqual([{ kind: 'in', column: 'id', values: [], negated: false }])
})

test('groups nest, with or without quotes and spaces', () => {
  expect(parse('or=(a.eq.1, not.and(b.is.null,c.in.(x,y)),d.not.like.*z*)').filters).toEqual([
    {
      kind: 'group',
      joint: 'or',
      negated: false,
      items: [
        { kind: 'compare', column: 'a', operator: 'eq', value: '1', negated: false },
        {
          kind: 'group',
          joint: 'and',
          negated: true,
          items: [
            { kind: 'is', column: 'b', value: 'null', negated: false },
            { kind: 'in', column: 'c', values: ['x', 'y'], negated: false },
          ],
        },
        { kind: 'compare', column: 'd', operator: 'like', value: '*z*', negated: true },
      ],
    },
  ])
})

test('blanks around names, separators and brackets count for nothing, as PostgREST takes them', () => {
  const plain = parse('select=id,name,odd&order=name.desc.nullslast,id&columns=name,slug&on_conflict=slug,name')
  for (const blank of ['%20', '%09', '%20%20%09']) {
    const spaced = parse(
      `select=${blank}id${blank},${blank}"name"${blank},${blank}odd${blank}` +
        `&order=${blank}name.desc.nullslast${blank},${blank}id${blank}` +
        `&columns="name"${blank},${blank}"slug"${blank}&on_conflict=slug,${blank}name${blank}`,
    )
    expect(spaced).toEqual(plain)
    const group = `(${blank}and${blank}(${blank}a.eq.1,${blank}b.in.(x,y)${blank})${blank},${blank}c.is.null)`
    expect(parse(`or=${blank}${group}${blank}`)).toEqual(parse('or=(and(a.eq.1,b.in.(x,y)),c.is.null)'))
    expect(parse(`and=(${blank}not.or${blank}(a.eq.1)${blank})`)).toEqual(parse('and=(not.or(a.eq.1))'))
    expect(parse(`${blank}id${blank}=in.(${blank}1,2)${blank}`)).toEqual(parse('id=in.(1,2)'))
  }
  expect(parse('select=%20*%20,%20id').select).toEqual(['*', 'id'])
  expect(parse('select=two%20words').select).toEqual(['two words'])
  expect(parse('select=%20%22%20id%20%22').select).toEqual([' id '])
  for (const text of ['select=%20,id', 'order=%20', 'columns=%20', '%20=eq.1']) {
    expect(refusal(text), text).toMatchObject({ code: 'PGRST100' })
  }
  expect(parse('or=(a.is.null , b.eq.{1,2} )')).toEqual(parse('or=(a.is.null,b.eq.{1,2})'))
  expect(refusal('select=id, reviews (rating)')).toMatchObject({ message: expect.stringContaining("to 'reviews' in") })
  // A value is kept as it is.
  expect(parse('or=(a.eq. 1 ,b.is.null)').filters).toMatchObject([{ items: [{ value: ' 1 ' }, {}] }])
})

test('an unsupported query is PGRST100', () => {
  const unspoken = [
    'id=1',
    'id=fts.dress',
    'id=match.^a',
    'id=cs.{a}',
    'id=eq(any).{1}',
    'id=is.5',
    'id=in.5',
    'id=in.(1',
    'id=not.not.eq.1',
    'or=',
    'or=()',
    'or=(a.eq.1',
    'or=(a.eq.1))',
    'order=',
    'order=a.up',
    'order=a(b)',
    'select=a:b',
    'select=a::text',
    'select=a->b',
    'select=,',
    'limit=ten',
    'limit=1&limit=2',
    'orders.id=eq.1',
    '=eq.1',
  ]
  for (const text of unspoken) expect(refusal(text), text).toMatchObject({ status: 400, code: 'PGRST100' })
})

test('groups past five levels are refused', () => {
  const nested = (levels: number) => `or=${'(and'.repeat(levels - 1)}(a.eq.1)${')'.repeat(levels - 1)}`
  expect(parse(nested(5)).filters).toHaveLength(1)
  expect(refusal(nested(6)).code).toBe('PGRST100')
  expect(refusal(nested(2_000)).code).toBe('PGRST100')
})

test('an embedding is PGRST200, a negative range PGRST103', () => {
  for (const text of ['select=*,lines(*)', 'select=lines!inner(id)', 'select=a:lines(id)', 'select=...lines(id)']) {
    expect(refusal(text), text).toMatchObject({
      status: 400,
      code: 'PGRST200',
      message: expect.stringContaining("'lines'"),
    })
  }
  expect(refusal('limit=-1')).toMatchObject({ status: 416, code: 'PGRST103' })
  expect(refusal('offset=-5')).toMatchObject({ status: 416, code: 'PGRST103' })
})

test('eight kilobytes of any text are parsed quickly', { tags: ['S49'] }, () => {
  const starts = performance.now()
  for (const piece of ['(', '"', '\\"', 'and(', 'a.eq.', ',', 'not.', '!', ' ', '- ']) {
    for (const key of ['or', 'select', 'order', 'id', 'columns']) {
      try {
        parse(`${key}=${encodeURIComponent(piece.repeat(8_000 / piece.length))}`)
      } catch (error) {
        expect(error).toBeInstanceOf(RestError)
      }
    }
  }
  expect(performance.now() - starts).toBeLessThan(2_000)
})
