import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inShelfOrder, moved } from './shelf.ts'

const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'))
const itself = (id: string) => id

test('every garment is shown once; those on the shelf in its order, then the others in the order they have', () => {
  fc.assert(
    fc.property(ids, ids, (garments, shelf) => {
      const shown = inShelfOrder(garments, shelf, itself)
      const onShelf = shelf.filter((id) => garments.includes(id))
      const others = garments.filter((id) => !shelf.includes(id))
      expect(shown).toEqual([...onShelf, ...others])
    }),
  )
})

test('a moved garment is at its place, and the others keep their order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.nat(), fc.nat(), (keys, from, to) => {
      const key = keys[from % keys.length] ?? ''
      const place = to % keys.length
      const after = moved(keys, key, place)
      expect(after[place]).toBe(key)
      expect(after.filter((other) => other !== key)).toEqual(keys.filter((other) => other !== key))
    }),
  )
})
