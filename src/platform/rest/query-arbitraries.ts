import fc from 'fast-check'
import { comparisons, type Filter, type Order, type Query, truths } from './query.ts'

/** For tests: any query this API speaks, and how a client would write it. Values are any text at all. */
export const columnNames = ['id', 'name', 'price', 'sizes', 'active', 'created_at', 'odd "name", (really)'] as const

const column = fc.constantFrom(...columnNames)
const value = fc.string({ unit: 'grapheme', maxLength: 20 })
const hostile = fc.constantFrom(
  "'; drop table products; --",
  '")',
  'a,b',
  '\\',
  '"',
  '$1',
  'null',
  '*',
  '(eq.1)',
  '{a,b}',
  '\0',
)
const text = fc.oneof(value, hostile)

const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    kind: fc.constant('compare'),
    column,
    operator: fc.constantFrom(...comparisons),
    value: text,
    negated: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('in'),
    column,
    values: fc.array(text, { minLength: 1, maxLength: 5 }),
    negated: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('is'), column, value: fc.constantFrom(...truths), negated: fc.boolean() }),
)

function groupOf(items: fc.Arbitrary<Filter>): fc.Arbitrary<Filter> {
  return fc.record({
    kind: fc.constant('group'),
    joint: fc.constantFrom('and', 'or'),
    items: fc.array(items, { minLength: 1, maxLength: 3 }),
    negated: fc.boolean(),
  })
}

const filter: fc.Arbitrary<Filter> = fc.oneof(leaf, groupOf(fc.oneof(leaf, groupOf(leaf))))

const order: fc.Arbitrary<Order> = fc.record({
  column,
  descending: fc.boolean(),
  nulls: fc.constantFrom('first', 'last', null),
})

export const query: fc.Arbitrary<Query> = fc.record({
  select: fc.option(fc.uniqueArray(column, { minLength: 1, maxLength: 4 })),
  filters: fc.array(filter, { maxLength: 4 }),
  order: fc.array(order, { maxLength: 3 }),
  limit: fc.option(fc.nat(5_000)),
  offset: fc.nat(5_000),
  columns: fc.option(fc.uniqueArray(column, { minLength: 1, maxLength: 4 })),
  onConflict: fc.option(fc.uniqueArray(column, { minLength: 1, maxLength: 2 })),
})

/** The query as an address, with everything quoted that may be. */
export function written({
  select,
  filters,
  order: orders,
  limit,
  offset,
  columns,
  onConflict,
}: Query): URLSearchParams {
  const params = new URLSearchParams()
  if (select) params.set('select', select.map(quoted).join(','))
  if (columns) params.set('columns', columns.map(quoted).join(','))
  if (onConflict) params.set('on_conflict', onConflict.map(quoted).join(','))
  if (orders.length > 0) params.set('order', orders.map(writtenOrder).join(','))
  if (limit !== null) params.set('limit', String(limit))
  if (offset > 0) params.set('offset', String(offset))
  for (const each of filters) {
    if (each.kind === 'group') params.append(`${each.negated ? 'not.' : ''}${each.joint}`, members(each.items))
    else
      params.append(
        quoted(each.column),
        condition(each, (plain) => plain),
      )
  }
  return params
}

function writtenOrder({ column: name, descending, nulls }: Order): string {
  return `${quoted(name)}.${descending ? 'desc' : 'asc'}${nulls ? `.nulls${nulls}` : ''}`
}

function members(items: Filter[]): string {
  return `(${items.map(member).join(',')})`
}

function member(item: Filter): string {
  if (item.kind === 'group') return `${item.negated ? 'not.' : ''}${item.joint}${members(item.items)}`
  return `${quoted(item.column)}.${condition(item, quoted)}`
}

function condition(item: Exclude<Filter, { kind: 'group' }>, shown: (value: string) => string): string {
  const not = item.negated ? 'not.' : ''
  if (item.kind === 'in') return `${not}in.(${item.values.map(quoted).join(',')})`
  if (item.kind === 'is') return `${not}is.${item.value}`
  return `${not}${item.operator}.${shown(item.value)}`
}

function quoted(plain: string): string {
  return `"${plain.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
