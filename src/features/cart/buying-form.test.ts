import { expect, test } from 'vitest'
import { readQuantity, settleHeight } from './buying-form.ts'
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
