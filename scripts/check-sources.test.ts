import { expect, test } from 'vitest'
import { rules } from './check-sources.ts'

const words = (source: string, path = 'src/platform/http/app.ts') => rules.words.find(source, path)
const storages = (source: string, path = 'src/features/cart/cart.ts') => rules.storages.find(source, path)
const messages = (source: string) => rules.messages.find(source, 'src/app/app.ts').map(({ text }) => text)

test.each([
  ['a word of clothing', '// where a garment is shown', 'garment'],
  ['a table of the shop', 'select from public.order_lines', 'order_lines'],
  ['a code of the shop', "'cart_empty'", 'cart'],
  ['a word in a name with a capital', 'const Campaigns = 1', 'Campaigns'],
])('%s is found in the platform, with its line', (_, source, text) => {
  expect(words(`\n${source}`)).toEqual([{ line: 2, text }])
})

test.each(['order by id', "['order', readOrder]", 'in the order of the calls', 'a cartel', 'addresses'])(
  '“%s” is no word of the shop',
  (source) => {
    expect(words(source)).toEqual([])
  },
)

test('payments may name orders and checkout sessions, and nothing else of the shop', () => {
  const path = 'src/platform/payments/provider.ts'
  expect(words('the checkout session of orders, with discounts', path)).toEqual([])
  expect(words('the garment', path)).toEqual([{ line: 1, text: 'garment' }])
})

test.each([
  ['a global', 'if (localStorage.getItem(key)) return', 'localStorage'],
  ['a property of the window', 'window.sessionStorage.setItem(key, text)', 'sessionStorage'],
  ['a destructured one', 'const { indexedDB: database } = globalThis', 'indexedDB'],
  ['the cookies', 'return document.cookie', 'document.cookie'],
])('a storage of the browser, %s, is found, with its line', (_, source, text) => {
  expect(storages(`\n${source}`)).toEqual([{ line: 2, text }])
})

test('only the store may name one, and a script that cannot import it', () => {
  const source = 'window.localStorage'
  expect(storages(source, 'src/platform/client/browser-store.ts')).toEqual([])
  expect(storages(source, 'src/platform/client/backend-client.ts')).toHaveLength(1)
})

test('a pattern over a message, a search in it and a comparison with a sentence are found', () => {
  const reads = [
    'return /can still be refunded|amount in pounds/.test(serverMessage)',
    "if (message?.includes('percent')) return messages.percent",
    "error.message === 'JWT expired'",
  ]
  expect(messages(reads.join('\n'))).toEqual(reads)
})

test('a message that is shown, written or checked for being there is not found', () => {
  const fine = ["if (message === '') return", 'show(error.message)', "typeof message === 'string'", 'x.test(code)']
  expect(messages(fine.join('\n'))).toEqual([])
})

test('the day of UTC of a moment is found, and the text of a calendar day is not', () => {
  const days = [
    'new Date().toISOString().slice(0, 10)',
    'new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10)',
    'isoDay(new Date(Date.now() - dayMs))',
  ]
  expect(rules.days.find(days.join('\n')).map(({ text }) => text)).toEqual(days)
  expect(rules.days.find('shopDate(new Date()); isoDay(new Date(day * dayMs)); isoDay(leaves)')).toEqual([])
})

const hole = '$' + '{z}'

test('an or outside brackets is found, with its line', () => {
  const source = `const a = sql\`select 1\`\nconst b = sql<Row>\`\n  where x and y\n    or z = ${hole}\``
  expect(rules.ors.find(source)).toEqual([{ line: 4, text: `    or z = ${hole}\`` }])
})

test('an or in brackets, in a text, in a name or outside SQL is not found', () => {
  const fine = [
    'sql`where a and (b or c)`',
    "sql`where name = 'now or never'`",
    'sql`create or replace function f()`',
    'sql`select "or", order_id, color`',
    'const a = b or c',
    `sql\`where a = ${hole} and (b or c)\``,
  ]
  for (const source of fine) expect(rules.ors.find(source), source).toEqual([])
})
