import { expect, test } from 'vitest'
import { pictureAt, pictureSet } from './picture.tsx'

const url = '/storage/v1/object/public/product-images/catalogue/mary-dress.jpg'

test('a stored picture is asked for at every width of the ladder its original can fill', () => {
  const rendered = '/storage/v1/render/image/public/product-images/catalogue/mary-dress.jpg'
  expect(pictureSet({ url, width: 700 })).toBe(
    [160, 320, 480, 640].map((width) => `${rendered}?width=${width}&quality=75 ${width}w`).join(', '),
  )
  expect(pictureAt(url, 800)).toBe(`${rendered}?width=800&quality=75`)
})

test('a picture smaller than the ladder is asked for at its own width', () => {
  expect(pictureSet({ url, width: 90 })).toMatch(/width=90&quality=75 90w$/)
})

test('a picture kept elsewhere has one address and no set', () => {
  const elsewhere = 'https://pictures.example/mary.jpg'
  expect(pictureAt(elsewhere, 800)).toBe(elsewhere)
  expect(pictureSet({ url: elsewhere, width: 1200 })).toBeUndefined()
})
