import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { pence } from '#base/money.ts'
import { ProductCard } from './product-card.tsx'

const picture = {
  url: '/storage/v1/object/public/product-images/a.jpg',
  alt: 'A "gown"',
  width: 1200,
  height: 1600,
  blur: null,
}
const gown = {
  id: '1',
  name: 'Esther & Ruth',
  slug: 'esther',
  pricePence: pence(14800),
  picture,
  second: null,
  colour: 'Sage',
  preorder: null,
}

test('the colour of a garment has a swatch of its cloth, which is the middle of its picture', () => {
  const card = (blur: string | null, colour: string | null = 'Sage') =>
    renderToString(<ProductCard product={{ ...gown, colour, picture: { ...picture, blur } }} sizes="45vw" />)
  expect(card('#4c5b50,#ece4d6')).toContain('<span style="--cloth:#4c5b50">Sage</span>')
  for (const without of [card(null), card('data:image/webp;base64,UklGR'), card('#4c5b50,#ece4d6', null)]) {
    expect(without).not.toContain('--cloth')
  }
})

test('cards differ by price, pre-order and images, and the same product renders the same card', () => {
  const page = () =>
    [
      gown,
      { ...gown, pricePence: pence(9900) },
      { ...gown, preorder: 'Pre-order · 1 day left' },
      { ...gown, picture: null },
      { ...gown, second: picture.url },
    ].map((product) => renderToString(<ProductCard product={product} sizes="45vw" className="mt-2" />))
  const plain = page()
  expect([page(), page()]).toEqual([plain, plain])
  expect(new Set(plain).size).toBe(5)
})
