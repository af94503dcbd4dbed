import { expect, test } from 'vitest'
import { readHem, readQuantity, settleHeight } from './buying-form.ts'
import { storedHeight } from './sizes/stored-size.ts'

const field = (value: string) => ({ value }) as HTMLInputElement

test('a typed quantity is a whole number from 1 to 20; text without a digit keeps the one before', () => {
  const typed = ['3', ' 3 ', '03', '0', '21', '999999999999999999999', '', 'many']
  expect(typed.map((text) => readQuantity(text, 7))).toEqual([3, 3, 3, 1, 20, 20, 7, 7])
})

test('a typed height is shown in centimetres and stored; text that is none stays; an empty field forgets it', () => {
  const height = field('5 ft 4')
  expect(settleHeight(height, storedHeight)).toBe(163)
  expect(height.value).toBe('163 cm')
  expect(storedHeight.get()).toBe(163)

  const wrong = field('tall')
  expect(settleHeight(wrong, storedHeight)).toBeUndefined()
  expect(wrong.value).toBe('tall')
  expect(storedHeight.get()).toBe(163)

  expect(settleHeight(field(' '), storedHeight)).toBeNull()
  expect(storedHeight.get()).toBeNull()
})

test('a garment is hemmed for the height and the heels of the shoes, without a height for nothing', () => {
  const shoes = (heel: string) => ({ value: heel }) as HTMLSelectElement
  expect(readHem(field('168'), shoes('5'), storedHeight)).toEqual({ heightCm: 168, heelCm: 5 })
  expect(readHem(field('168'), shoes('0'), storedHeight)).toEqual({ heightCm: 168 })
  expect(readHem(field(''), shoes('5'), storedHeight)).toEqual({})
  expect(readHem(field('tall'), null, storedHeight)).toBeUndefined()
})
