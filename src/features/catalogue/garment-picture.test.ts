import { expect, test } from 'vitest'
import { captionOf, type GarmentPicture, wearerLine } from './garment-picture.ts'
import { viewOf } from './product.schema.ts'

const picture: GarmentPicture = {
  url: '/a.jpg',
  alt: 'Green dress.',
  width: 1200,
  height: 1600,
  blur: null,
  view: 'Front',
}
const form = 'Shown in size 10-12 on a 170 cm dress form.'

test('a picture is captioned with its view and what it is shown on, a close one with what it shows', () => {
  expect(captionOf(picture, form)).toBe('Front. Shown in size 10–12 on a 170 cm dress form.')
  expect(captionOf({ ...picture, view: 'Back' }, null)).toBe('Back')
  expect(captionOf({ ...picture, view: 'Close', alt: 'Close-up of the collar.' }, form)).toBe('Close-up of the collar')
})

test('the woman who wears it is named instead', () => {
  const worn = wearerLine({ name: 'Ruth', heightCm: 168, size: '12-14' })
  expect(captionOf({ ...picture, worn }, form)).toBe('Front. Ruth is 168 cm and wears UK 12–14.')
})

test('a picture without a view has the one that its description names', () => {
  const named = {
    front: 'Green dress, front view.',
    turned: 'Green dress, three-quarter view, beside a wooden stool 45 cm high.',
    moving: 'Ruth walking in the green dress',
    close: 'Close-up of the back of the collar.',
    back: 'Green dress, from the back',
  }
  for (const [view, alt] of Object.entries(named)) expect(viewOf({ url: '', alt })).toBe(view)
  expect(viewOf({ url: '', alt: 'Front of a close weave, back view.', view: 'front' })).toBe('front')
  expect(viewOf({ url: '', alt: null })).toBeUndefined()
})
