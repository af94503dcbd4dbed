import { expect, test } from 'vitest'
import { withColorScheme } from './phone-preview.tsx'

const html = `<html lang="en"><head><meta name="color-scheme" content="light dark"><style>
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) { .ink { color: #fff } }
</style></head><body>(prefers-color-scheme: light)</body></html>`

test('the dark preview applies the dark styles whatever the browser prefers', () => {
  const night = withColorScheme(html, 'night')
  expect(night).toContain('@media (min-width: 0) { .ink')
  expect(night).toContain('color-scheme: dark;')
  expect(night).toContain('name="color-scheme" content="dark"')
})

test('the light preview does not', () => {
  const day = withColorScheme(html, 'day')
  expect(day).toContain('@media (max-width: 0) { .ink')
  expect(day).not.toContain('light dark')
  expect(day).not.toContain('prefers-color-scheme: dark')
})

test('links of a preview open nothing', () => {
  expect(withColorScheme(html, 'day')).toContain('<head><base target="_blank">')
})
