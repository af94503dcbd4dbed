import { expect, test } from 'vitest'
import { findShopWords } from './platform-words.ts'

const found = (source: string, path = 'src/platform/http/app.ts') => findShopWords(path, source)

test.each([
  ['a word of clothing', '// where a garment is shown', 'garment'],
  ['a table of the shop', 'select from public.order_lines', 'order_lines'],
  ['a code of the shop', "'cart_empty'", 'cart'],
  ['a word in a name with a capital', 'const Campaigns = 1', 'Campaigns'],
])('%s is found, with its line', (_, source, word) => {
  expect(found(`\n${source}`)).toEqual([{ line: 2, word }])
})

test.each(['order by id', "['order', readOrder]", 'in the order of the calls', 'a cartel', 'addresses'])(
  '“%s” is no word of the shop',
  (source) => {
    expect(found(source)).toEqual([])
  },
)

test('payments may name orders and checkout sessions, and nothing else of the shop', () => {
  const path = 'src/platform/payments/provider.ts'
  expect(found('the checkout session of orders, with discounts', path)).toEqual([])
  expect(found('the garment', path)).toEqual([{ line: 1, word: 'garment' }])
})
