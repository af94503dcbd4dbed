import fc from 'fast-check'
import { expect, test } from 'vitest'
import { garments } from '../../../db/catalogue/garments.ts'
import { featuresOf, type GarmentFeature } from './choices.ts'

const plain = { description: '', modestyNotes: null, fabric: null, kind: null } as const
const of = (modestyNotes: string) => featuresOf({ ...plain, modestyNotes })

test('the garments of a new shop are found by what they say of themselves, and by nothing else', () => {
  const found = garments.map((garment) => [garment.slug, featuresOf(garment).join(' ')]).filter(([, names]) => names)
  expect(Object.fromEntries(found)).toEqual({
    'mary-dress': 'opaque pockets',
    'esther-gown': 'opaque lined',
    'naomi-abaya': 'opaque pockets',
    'deborah-coat': 'lined pockets',
    'lydia-pleated-skirt': 'opaque lined',
    'miriam-tiered-dress': 'nursing',
    'sarah-wrap-dress': 'opaque',
    'elizabeth-dress': 'opaque lined',
    'priscilla-kaftan': 'nursing',
  })
})

test.each([
  ['Fully lined in viscose.', 'lined'],
  ['Lined to the knee.', 'lined'],
  ['Lined, with a neat yoke.', 'lined'],
  ['Opacity: opaque; it needs no slip.', 'opaque'],
  ['Not sheer: opaque in full sun.', 'opaque'],
  ['There is no fuss here: two deep pockets and a hook.', 'pockets'],
  ['In-seam pockets.', 'pockets'],
  ['Opens to the waist for nursing.', 'nursing'],
  ['Suitable for breastfeeding.', 'nursing'],
])('“%s” says %s', (text, feature) => {
  expect(of(text)).toEqual([feature])
})

test.each([
  'It is not lined.',
  'This skirt isn’t lined.',
  'Unlined, and opaque over a light slip.',
  'The bodice is lined.',
  'Half-lined.',
  'With a lined bodice.',
  'Lined in the bodice.',
  'Lining of the yoke: 100% viscose.',
  'Lining: none.',
  'Made without a lining.',
  'We line it in voile at no charge.',
  'It can be lined on request.',
  'Not fully opaque.',
  'Semi-opaque.',
  'Opaque. A slip is wise in strong sun.',
  'Opaque in ordinary light.',
  'Opaque, except the sheer sleeves.',
  'No pockets.',
  'It has no side pockets.',
  'Pockets on request.',
  'If you ask, we add pockets.',
  'It folds small enough to go into your pocket.',
  'Not suitable for nursing.',
  'It doesn’t open for feeding.',
  'A skirt for feeding the hens.',
])('“%s” is not found', (text) => {
  expect(of(text)).toEqual([])
})

test('a denial before the word, anywhere in the texts, is never found, whatever the other sentences', () => {
  const words: Record<GarmentFeature, string> = {
    opaque: 'opaque',
    lined: 'lined',
    pockets: 'pockets',
    nursing: 'made for nursing',
  }
  const filler = fc.array(fc.constantFrom('really', 'side', 'quite', 'at', 'all'), { maxLength: 3 })
  const denials = fc.constantFrom('no', 'not', 'never', 'without', 'isn’t', 'it doesn’t have', 'NOT')
  const sentences = fc.constantFrom(
    'Soft.',
    'Fully lined.',
    'Opaque.',
    'Two pockets.',
    'It opens for nursing.',
    'Cut wide.',
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(words) as GarmentFeature[])),
      denials,
      filler,
      sentences,
      sentences,
      (feature, no, between, before, after) => {
        const text = `${before} It is ${[no, ...between, words[feature]].join(' ')}. ${after}`
        expect(of(text)).not.toContain(feature)
        expect(featuresOf({ ...plain, description: before, modestyNotes: text, fabric: after })).not.toContain(feature)
      },
    ),
  )
})
