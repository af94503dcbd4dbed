import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProductPicture, pictureAt, pictureFrom, picturePreload, pictureSet } from './picture.tsx'

const url = '/storage/v1/object/public/product-images/catalogue/mary-dress.jpg'

test('the set of a stored picture has the widths of pages up to its own, and the whole picture', () => {
  const rendered = '/storage/v1/render/image/public/product-images/catalogue/mary-dress.jpg'
  expect(pictureSet({ url, width: 700 })).toBe(
    [...[320, 480, 640].map((width) => `${rendered}?width=${width} ${width}w`), `${rendered}?width=800 700w`].join(
      ', ',
    ),
  )
  expect(pictureSet({ url, width: 640 })).toMatch(/width=640 640w$/)
  expect(pictureSet({ url, width: 2400 })).toMatch(/width=1600 1600w$/)
  expect(pictureAt(url, 800)).toBe(`${rendered}?width=800`)
})

test('a picture smaller than the standard widths has one width, its own', () => {
  expect(pictureSet({ url, width: 90 })).toMatch(/^[^,]*width=160 90w$/)
})

test('on a card a picture has the widths of cards, or its own where it is smaller', () => {
  const widths = (width: number) => pictureSet({ url, width }, 'card')?.match(/\d+w/g)?.join(' ')
  expect([1200, 700, 400, 90].map(widths)).toEqual(['480w 640w 800w', '480w 640w 700w', '400w', '90w'])
})

test('the URL of a picture is read from that of each of its widths', () => {
  for (const of of [url, `https://pictures.example${url}`, 'https://pictures.example/mary.jpg?width=8', '/mary.jpg']) {
    expect(pictureFrom(pictureAt(of, 640))).toBe(of)
  }
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
