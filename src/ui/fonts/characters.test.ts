import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shopCharacters } from './characters.ts'

const shoppers = ['about', 'cart', 'catalogue', 'checkout', 'content', 'pre-order', 'waiting']

test('the subset fonts contain every character of the shop’s own texts', () => {
  const known = new Set(shopCharacters)
  const files = [
    'shop.config.ts',
    'shop.duties.ts',
    ...filesOf('db/catalogue').filter((file) => file.endsWith('.json')),
    ...shoppers
      .flatMap((feature) => filesOf(`src/features/${feature}`))
      .filter((file) => /(?<!\.test)\.tsx$/.test(file)),
  ]
  const strange = files.flatMap((file) =>
    [...new Set(readFileSync(file, 'utf8'))]
      .filter((character) => /[\p{L}\p{P}\p{S}\p{N}]/u.test(character) && !known.has(character))
      .map((character) => `${file}: ${character}`),
  )
  expect(files.length).toBeGreaterThan(30)
  expect(strange).toEqual([])
})

test('fonts.css has the unicode-range of each subset font', () => {
  const points = [...shopCharacters].map((character) => character.codePointAt(0) ?? 0)
  const css = readFileSync('src/ui/fonts.css', 'utf8')
  const cut = [...css.matchAll(/\.\/fonts\/[\w-]+\.woff2[^}]*?unicode-range:([^;]*);/g)].map(([, text = '']) => text)
  expect(cut).toHaveLength(4)
  for (const text of cut) expect(pointsOf(text)).toEqual(points.toSorted((one, other) => one - other))
})

function pointsOf(ranges: string): number[] {
  return [...ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/g)].flatMap(([, from = '', to = from]) =>
    Array.from({ length: 1 + parseInt(to, 16) - parseInt(from, 16) }, (_, index) => parseInt(from, 16) + index),
  )
}

function filesOf(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
}
