import { expect, test } from 'vitest'
import { coarseNetwork } from './describe-device.ts'

test('a network shows only the first parts of its address', () => {
  expect(coarseNetwork('81.2.69.142')).toBe('81.2.69.…')
  expect(coarseNetwork('81.2.69.142/32')).toBe('81.2.69.…')
  expect(coarseNetwork('::ffff:81.2.69.142')).toBe('81.2.69.…')
  expect(coarseNetwork('2a02:8010:6a3d:0:1c2b:3a4d:5e6f:7a8b')).toBe('2a02:8010:…')
  expect(coarseNetwork('fe80::1')).toBe('fe80:…')
})

test('the shop’s own machine has a label, and an unknown address is null', () => {
  expect(coarseNetwork('127.0.0.1')).toBe('this computer')
  expect(coarseNetwork('::1')).toBe('this computer')
  expect(coarseNetwork(null)).toBeNull()
  expect(coarseNetwork('')).toBeNull()
})
