import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heightBounds, readHeight } from './size.ts'
import { parseHeight } from './typed-height.ts'

const [least, most] = heightBounds
const anyHeight = fc.integer({ min: least, max: most })
const anyFeet = fc.record({ feet: fc.integer({ min: 1, max: 8 }), inches: fc.integer({ min: 0, max: 11 }) })

test('a height in centimetres or metres is itself, in every spelling', () => {
  fc.assert(
    fc.property(anyHeight, (cm) => {
      const [metre, rest] = [String(cm).slice(0, 1), String(cm).slice(1)]
      const spellings = [`${cm}`, ` ${cm} cm `, `${cm}cm.`, `${cm}.0`, `${cm} CM`]
      const inMetres = [`${metre}.${rest} m`, `${metre},${rest}`, `${metre}m${rest}`, `${metre} m ${rest}`]
      for (const typed of [...spellings, ...inMetres]) expect(parseHeight(typed), typed).toBe(cm)
    }),
  )
})

test('feet and inches become whole centimetres, or nothing outside the bounds', () => {
  fc.assert(
    fc.property(anyFeet, ({ feet, inches }) => {
      const cm = readHeight(Math.round((feet * 12 + inches) * 2.54))
      const marks = [`${feet}'${inches}"`, `${feet}’${inches}”`, `${feet}′ ${inches}″`, `${feet}'${inches}''`]
      const words = [`${feet}ft${inches}`, `${feet} ft ${inches} in`, `${feet} Feet ${inches} inches`]
      for (const typed of [...marks, ...words]) expect(parseHeight(typed), typed).toBe(cm)
    }),
  )
})

test('what is typed as a height', () => {
  const heights = {
    "5'4": 163,
    '5 ft': 152,
    '5ft 4½': 164,
    '5 ft 4 1/2 in': 164,
    '5 foot 10': 178,
    '168,4': 168,
    '1.7 m': 170,
  }
  for (const [typed, cm] of Object.entries(heights)) expect(parseHeight(typed), typed).toBe(cm)
})

test.each(['', 'tall', '5.4', '5 4', '54', '139', '201', '9 ft', "5'12", '1e2', '-168', '168 170', '168 in', 'NaN'])(
  '%j is no height',
  (typed) => {
    expect(parseHeight(typed)).toBeNull()
  },
)

test('any text gives a whole number within the bounds, or nothing', () => {
  const likely = fc.string({ unit: fc.constantFrom(...'0123456789 .,\'"m½cftin/') })
  fc.assert(
    fc.property(fc.oneof(fc.string(), likely), (typed) => {
      const cm = parseHeight(typed)
      expect(cm === null || readHeight(cm) === cm).toBe(true)
    }),
  )
})

test.each([null, undefined, '168', 168.5, Number.NaN, 139, 201, [168], {}])('%j is not stored as a height', (value) => {
  expect(readHeight(value)).toBeNull()
})
