import { expect, test } from 'vitest'
import { listSizeRangeLabels } from './size-chart.ts'

test('a size of the chart has its measurements in both units, a garment’s own size has none', () => {
  expect(listSizeRangeLabels(['12-14', 'One size'])).toEqual({
    '12-14': {
      cm: 'Bust 93–98, waist 76–81, hips 101–106 cm',
      in: 'Bust 36½–38½, waist 30–32, hips 40–41½ in',
    },
  })
})
