import { expect, test } from 'vitest'
import { pageEnd } from './hold-scripts.ts'
import { script as scriptStarter } from './start-scripts.ts?script'

const program = 'import"/assets/base.js";'
const data = '[{"name":"</script><!-- A “dress”"}]\n'

test('the page’s HTML requests no script of the program', () => {
  const end = pageEnd({ program, data, isHeld: true })
  expect(end).not.toMatch(/rel="modulepreload|type="module"/)
  expect(end).toContain(`<script type="text/plain">${program}</script>`)
})

test('the page ends with the script that starts the delayed scripts, exactly as the policy lists it', () => {
  expect(pageEnd({ program, data, isHeld: true }).endsWith(`</script><script>${scriptStarter}</script>`)).toBe(true)
  expect(scriptStarter).not.toContain('</')
})

test('the data is in the page once, as JSON that ends no element', () => {
  const [, written = ''] = /id="page-data">(.*?)<\/script>/s.exec(pageEnd({ program, data, isHeld: true })) ?? []
  expect(written).not.toContain('<')
  expect(JSON.parse(written)).toEqual(JSON.parse(data))
})

test('in development the scripts are not delayed', () => {
  const end = pageEnd({ program, data, isHeld: false })
  expect(end).toContain(`<script type="module">${program}</script>`)
  expect(end).not.toContain('text/plain')
})
