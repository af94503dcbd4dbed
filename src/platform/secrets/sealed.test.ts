import { expect, test } from 'vitest'
import { createSeal } from './secrets.ts'

test('a sealed text opens under its secret and for its purpose alone', () => {
  const { seal, open } = createSeal('one secret')
  const sealed = seal('JBSWY3DPEHPK3PXP', 'totp')
  expect(open(sealed, 'totp')).toBe('JBSWY3DPEHPK3PXP')
  expect(seal('JBSWY3DPEHPK3PXP', 'totp')).not.toBe(sealed)
  expect(() => open(sealed, 'letters')).toThrow()
  expect(() => createSeal('another secret').open(sealed, 'totp')).toThrow()
  const altered = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  expect(() => open(altered, 'totp')).toThrow()
  expect(() => open('JBSWY3DPEHPK3PXP', 'totp')).toThrow()
})
