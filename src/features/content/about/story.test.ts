import { expect, test } from 'vitest'
import { openingGarments } from '#features/catalogue/opening-garments.ts'
import { homeStory } from '../home/home-story-text.ts'
import { makers } from './story.tsx'

test('About names every fibre of the garments that a new shop sells', () => {
  const sources = makers.flat().join(' ').toLowerCase()
  const fibres = openingGarments.flatMap(({ fabric }) => [...fabric.matchAll(/\d+% (\w+)/g)].map(([, fibre]) => fibre))
  const named = new Set(fibres)
  expect(named.size).toBeGreaterThan(4)
  for (const fibre of named) expect(sources).toContain(fibre)
})

test('About calls the cloths opaque whose garments need no slip, and Home promises it of none', () => {
  const cloths = /^(?:Satin|Nidha|Crêpe|Velvet)/
  const garments = openingGarments.filter(({ fabric }) => cloths.test(fabric))
  expect(garments.length).toBeGreaterThan(4)
  for (const { name, features } of garments) expect(features, name).toContain('opaque')
  expect(homeStory.join(' ')).not.toContain('slip')
})
