// @module-tag S8

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnNames, query } from '#tests/fixtures/query-arbitraries.ts'
import type { Filter, Query } from './parse-query.ts'
import { planRead } from './plan.ts'
import { planDelete, planInsert, planUpdate } from './plan-write.ts'
import type { Table } from './schema.ts'

const types: Record<string, [string, string]> = {
  id: ['pg_catalog.uuid', 'pg_catalog._uuid'],
  price: ['pg_catalog."numeric"', 'pg_catalog._numeric'],
}

const table: Table = {
  name: 'gar"ments',
  primaryKey: ['id'],
  unique: new Map(),
  columns: new Map(
    columnNames.map((name) => {
      const [type, array] = types[name] ?? ['pg_catalog.text', 'pg_catalog._text']
      return [
        name,
        { name, type, base: type, array, default: name === 'id' ? 'gen_random_uuid()' : null, concealed: false },
      ]
    }),
  ),
}

const preferences = { count: null, return: 'representation', resolution: 'merge-duplicates', missing: null } as const
const options = { shape: 'rows', preferences } as const

function statements(tableQuery: Query) {
  const payload = { text: '{"name":"x"}', isArray: false, rows: 1, keys: ['name', 'price'] }
  return [
    planRead(table, tableQuery, { shape: 'rows', counted: true, head: false }),
    planInsert(table, tableQuery, payload, options),
    planInsert(table, tableQuery, payload, { ...options, preferences: { ...preferences, missing: 'default' } }),
    planUpdate(table, tableQuery, payload, options),
    planDelete(table, tableQuery, options),
  ]
}

test('no value changes a statement’s text: the same query with other values gives the same text', () => {
  fc.assert(
    fc.property(query, (tableQuery) => {
      const plain = { ...tableQuery, filters: tableQuery.filters.map((filter) => withValues(filter, 'x')) }
      expect(statements(tableQuery).map(({ text }) => text)).toEqual(statements(plain).map(({ text }) => text))
    }),
    { numRuns: 1_000 },
  )
})

test('a statement consists of SQL of this folder and quoted names of the catalogue, and every parameter is used', () => {
  // Splits the statement into quoted names, constants of this folder, parameters and keywords; no other text may
  // remain.
  const token = /"(?:[^"]|"")*"|'[a-z_ .0-9[\]]*'|\$\d+|[a-z_][a-z_0-9.]*|->|::|<>|<=|>=|\|\||[\s().,=<>*[\]+-]|\d+/gy
  fc.assert(
    fc.property(query, (tableQuery) => {
      for (const { text, params } of statements(tableQuery)) {
        token.lastIndex = 0
        while (token.lastIndex < text.length) if (!token.exec(text)) throw new Error(`A foreign piece in: ${text}`)
        expect(text.includes(';')).toBe(false)
        for (const at of params.keys()) expect(text).toContain(`$${at + 1}`)
      }
    }),
    { numRuns: 1_000 },
  )
})

function withValues(filter: Filter, value: string): Filter {
  if (filter.kind === 'group') return { ...filter, items: filter.items.map((item) => withValues(item, value)) }
  if (filter.kind === 'in') return { ...filter, values: [value] }
  if (filter.kind === 'is') return filter
  return { ...filter, value }
}

const everything: Query = {
  select: null,
  filters: [],
  order: [],
  limit: null,
  offset: 0,
  columns: null,
  onConflict: null,
}

test('values are compared as the type of their column', () => {
  const filters: Filter[] = [
    { kind: 'compare', column: 'id', operator: 'eq', value: 'abc', negated: false },
    { kind: 'in', column: 'price', values: ['1', '2'], negated: true },
    { kind: 'compare', column: 'name', operator: 'ilike', value: '*dress*', negated: false },
  ]
  const { text, params } = planDelete(
    table,
    { ...everything, filters },
    { ...options, preferences: { ...preferences, return: null } },
  )
  const from = '"public"."gar""ments"'
  expect(text).toBe(
    `delete from ${from} where ${from}."id" = $1::text::pg_catalog.uuid` +
      ` and not (${from}."price" = any($2::text[]::pg_catalog._numeric)) and ${from}."name" ilike $3::text`,
  )
  expect(params).toEqual(['abc', ['1', '2'], '%dress%'])
})

test('an unknown column is 42703 where it is read and PGRST204 where it is written', () => {
  const wrong = { kind: 'is', column: 'ctid', value: 'null', negated: false } as const
  const read = (tableQuery: Partial<Query>) => () =>
    planRead(table, { ...everything, ...tableQuery }, { shape: 'rows', counted: false, head: false })
  expect(read({ select: ['ctid'] })).toThrow(expect.objectContaining({ code: '42703', status: 400 }))
  expect(read({ filters: [wrong] })).toThrow(expect.objectContaining({ code: '42703' }))
  expect(read({ order: [{ column: 'x', descending: false, nulls: null }] })).toThrow(
    expect.objectContaining({ code: '42703' }),
  )
  const payload = { text: '{}', isArray: false, rows: 1, keys: ['__proto__'] }
  expect(() => planInsert(table, everything, payload, options)).toThrow(
    expect.objectContaining({ code: 'PGRST204', status: 400 }),
  )
})

test('no statement requests more than a thousand rows', { tags: ['S9'] }, () => {
  const last = (limit: number | null) =>
    planRead(table, { ...everything, limit }, { shape: 'rows', counted: false, head: false }).params[0]
  expect([last(null), last(5), last(1_000_000)]).toEqual(['1000', '5', '1000'])
})
