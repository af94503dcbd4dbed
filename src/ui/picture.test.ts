import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProductPicture, pictureAt, picturePreload, pictureSet } from './picture.tsx'

const url = '/storage/v1/object/public/product-images/catalogue/mary-dress.jpg'

test('the set of a stored picture has the widths of pages up to its own, and the whole picture', () => {
  const rendered = '/storage/v1/render/image/public/product-images/catalogue/mary-dress.jpg'
  expect(pictureSet({ url, width: 700 })).toBe(
    [
      ...[320, 480, 640].map((width) => `${rendered}?width=${width}&quality=75 ${width}w`),
      `${rendered}?width=800&quality=75 700w`,
    ].join(', '),
  )
  expect(pictureSet({ url, width: 640 })).toMatch(/width=640&quality=75 640w$/)
  expect(pictureSet({ url, width: 2400 })).toMatch(/width=1600&quality=75 1600w$/)
  expect(pictureAt(url, 800)).toBe(`${rendered}?width=800&quality=75`)
})

test('a picture smaller than the standard widths has one width, its own', () => {
  expect(pictureSet({ url, width: 90 })).toMatch(/^[^,]*width=160&quality=75 90w$/)
})

test('a picture from another host has one URL and no set', () => {
  const elsewhere = 'https://pictures.example/mary.jpg'
  expect(pictureAt(elsewhere, 800)).toBe(elsewhere)
  expect(pictureSet({ url: elsewhere, width: 1200 })).toBeUndefined()
})

test('a Link header preloads a picture with the set of its page, and only if the header may contain its URL', () => {
  const sizes = '(width >= 64rem) 52vw, 100vw'
  expect(picturePreload({ url, width: 640 }, sizes)).toBe(
    `<${pictureAt(url, 640)}>; rel=preload; as=image; fetchpriority=high; ` +
      `imagesrcset="${pictureSet({ url, width: 640 })}"; imagesizes="${sizes}"`,
  )
  for (const name of ['mary dress.jpg', 'mär.jpg', 'a".jpg', 'a>;b.jpg', 'a\r\nSet-Cookie: b.jpg']) {
    expect(picturePreload({ url: `/storage/v1/object/public/product-images/${name}`, width: 640 }, sizes)).toBeNull()
  }
  expect(picturePreload({ url: 'https://pictures.example/mary.jpg', width: 640 }, sizes)).toBeNull()
})

test('a preview of two colours is in the style; a tiny image, as older pictures have one, is left to the paper', () => {
  const picture = { url, alt: '', width: 600, height: 800 }
  const render = (blur: string) =>
    renderToStaticMarkup(createElement(ProductPicture, { picture: { ...picture, blur }, sizes: '1px' }))
  expect(render('#4c5b50,#ece4d6')).toContain('style="--blur:#4c5b50,#ece4d6"')
  expect(render('data:image/webp;base64,AA==')).not.toContain('style=')
})
