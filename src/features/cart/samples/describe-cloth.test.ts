import { expect, test } from 'vitest'
import { describeCloth } from './describe-cloth.ts'

const garment = { name: 'Mary Dress', description: '', modestyNotes: null }

test('a cloth has its own name, its fibres where they say more, and the sentence that tells what it is like', () => {
  expect(
    describeCloth({
      ...garment,
      fabric: 'Crêpe: 96% polyester, 4% elastane. Bodice lining: 100% cotton.',
      description: 'A dress. The crêpe is matt and dense, with enough weight to fall straight. It doesn’t cling.',
    }),
  ).toEqual({
    title: 'Crêpe',
    fibres: '96% polyester, 4% elastane',
    character: 'The crêpe is matt and dense, with enough weight to fall straight.',
  })
  expect(describeCloth({ ...garment, fabric: '100% linen, washed. Facing: 100% linen.' }).title).toBe('Linen, washed')
  expect(describeCloth({ ...garment, fabric: 'Outer: 80% wool, 20% polyamide. Lining: 100% viscose.' })).toMatchObject({
    title: 'Wool',
    fibres: '80% wool, 20% polyamide',
  })
})

test('without such a sentence it says how opaque the cloth is; without a fabric it has the garment’s name', () => {
  const notes = 'Sleeves: long.\nOpacity: opaque; in low sun, wear a slip. Ask us.'
  expect(describeCloth({ ...garment, fabric: '100% cotton poplin.', modestyNotes: notes })).toEqual({
    title: 'Cotton poplin',
    fibres: null,
    character: 'Opaque; in low sun, wear a slip.',
  })
  expect(describeCloth({ ...garment, fabric: null })).toEqual({ title: 'Mary Dress', fibres: null, character: null })
})
