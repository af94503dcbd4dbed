import { expect, test } from 'vitest'
import { pictureAt, pictureSet } from './picture.tsx'

const url = '/storage/v1/object/public/product-images/catalogue/mary-dress.jpg'

test('a stored picture is asked for at every width of the ladder that it fills, and once whole', () => {
  const rendered = '/storage/v1/render/image/public/product-images/catalogue/mary-dress.jpg'
  expect(pictureSet({ url, width: 700 })).toBe(
    [
      ...[160, 320, 480, 640].map((width) => `${rendered}?width=${width}&quality=75 ${width}w`),
      `${rendered}?width=800&quality=75 700w`,
    ].join(', '),
  )
  expect(pictureSet({ url, width: 640 })).toMatch(/width=640&quality=75 640w$/)
  expect(pictureSet({ url, width: 2400 })).toMatch(/width=1600&quality=75 1600w$/)
  expect(pictureAt(url, 800)).toBe(`${rendered}?width=800&quality=75`)
})

test('a picture smaller than the ladder has one width, its own', () => {
  expect(pictureSet({ url, width: 90 })).toMatch(/^[^,]*width=160&quality=75 90w$/)
})

test('a picture kept elsewhere has one address and no set', () => {
  const elsewhere = 'https://pictures.example/mary.jpg'
  expect(pictureAt(elsewhere, 800)).toBe(elsewhere)
  expect(pictureSet({ url: elsewhere, width: 1200 })).toBeUndefined()
})
