import { expect, test } from 'vitest'
import { holdScripts, scriptStarter } from './hold-scripts.ts'

const page = [
  '<!DOCTYPE html><html><head><link rel="modulepreload" href="/assets/base.js"/></head><body>',
  '<script type="module" async="">import "/assets/base.js";</script><script>enqueue("type=\\"module\\"")</script></body></html>',
].join('')

test('the page’s HTML requests no script of the program', () => {
  const held = holdScripts(page)
  expect(held).not.toMatch(/modulepreload" href|type="module"[^\\]/)
  expect(held).toContain('<link data-held="" href="/assets/base.js"/>')
  expect(held).toContain('<script type="text/plain" id="held-script">import "/assets/base.js";</script>')
})

test('the page contains the script that starts the delayed scripts exactly as the policy lists it', () => {
  expect(holdScripts(page)).toContain(`</script><script>${scriptStarter}</script></body>`)
  expect(scriptStarter).not.toContain('</')
})

test('a page without a program is unchanged', () => {
  const plain = '<!DOCTYPE html><html><head></head><body><p>The test mailbox</p></body></html>'
  expect(holdScripts(plain)).toBe(plain)
})
