import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Gallery } from './gallery.tsx'

/** On a desktop, the `sizes` of each picture and whether it spans the row, for this number of pictures. */
function shownOf(count: number): [string | undefined, boolean][] {
  const pictures = Array.from({ length: count }, (_, index) => ({
    url: `/storage/v1/object/public/product-images/${index}.jpg`,
    alt: `Picture ${index}`,
    width: 1200,
    height: 1600,
    blur: null,
  }))
  const figures = renderToString(<Gallery pictures={pictures} modelLine={null} />).match(/<figure.*?<\/figure>/gs) ?? []
  return figures.map((figure) => [
    /sizes="\([^)]*\) (\d+)vw/.exec(figure)?.[1],
    figure.startsWith('<figure class="wide"'),
  ])
}

test('a picture that spans the row is requested at the row’s width: the first, or a last one without a pair', () => {
  const wide = ['52', true]
  const half = ['26', false]
  expect(shownOf(2)).toEqual([wide, wide])
  expect(shownOf(3)).toEqual([wide, half, half])
  expect(shownOf(4)).toEqual([wide, half, half, wide])
  expect(shownOf(5)).toEqual([wide, half, half, half, half])
})
