import { expect, test } from 'vitest'
import { readPostalAddress } from './postal-address.ts'

const uk = 'United Kingdom'

test.each([
  [
    ['14 Orchard Row', 'Hebden Bridge', 'West Yorkshire', 'HX7 8AD', uk],
    ['14 Orchard Row', 'Hebden Bridge', 'West Yorkshire', 'HX7 8AD'],
  ],
  [
    ['Flat 3', '14 High Street', 'Leeds', 'LS1 1AA', uk],
    ['Flat 3, 14 High Street', 'Leeds', '', 'LS1 1AA'],
  ],
  [
    ['The Old Mill', 'Church Lane', 'Hebden Bridge', 'West Yorkshire', 'HX7 8AD'],
    ['The Old Mill, Church Lane', 'Hebden Bridge', 'West Yorkshire', 'HX7 8AD'],
  ],
  [
    ['Rose Cottage', 'Ullapool IV26 2UJ', 'Scotland'],
    ['Rose Cottage', 'Ullapool', '', 'IV26 2UJ'],
  ],
  [
    ['2 Mill Lane, Ely', 'cb7 4aa', 'UK'],
    ['2 Mill Lane', 'Ely', '', 'CB7 4AA'],
  ],
  [
    ['3 Shore Street', uk],
    ['3 Shore Street', '', '', ''],
  ],
])('the parts of %j', (lines, [street, town, region, postcode]) => {
  expect(readPostalAddress(lines)).toEqual({ street, town, region, postcode })
})
