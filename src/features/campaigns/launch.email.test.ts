import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shop } from '#shop'
import { firstWords, readParagraphs, writeLaunchEmail } from './launch.email.tsx'

const content = {
  subject: 'We are open',
  message: 'Hello,\n\nthe day has come.\nCome in: https://shop.example/shop.\n\nWarmly',
}
const personal = {
  origin: { imported: false, place: 'home', consentedAt: new Date('2026-05-03T23:30:00Z') },
  unsubscribeUrl: 'https://shop.example/unsubscribe?token=abc',
  headers: {
    'List-Unsubscribe': '<https://shop.example/u?token=abc>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
}

test('a copy has the owner’s text, the date of the sign-up, the unsubscribe link and the trader, in HTML and in text', async () => {
  const copyFor = await writeLaunchEmail(content)
  const { subject, html, text, headers, replyTo } = copyFor(personal)
  expect(subject).toBe('We are open')
  expect(replyTo).toBe(shop.email)
  expect(headers).toMatchObject(personal.headers)
  for (const version of [html, text]) {
    expect(version).toContain('the day has come.')
    expect(version).toContain('https://shop.example/unsubscribe?token=abc')
    // Half past midnight in shop time.
    expect(version).toContain('4 May 2026')
    for (const line of shop.trader.address) expect(version).toContain(line)
  }
  expect(html).toContain('<a href="https://shop.example/shop"')
  expect(html).toMatch(/the day has come\.<br\/?>/)
  expect(text).toContain(content.message)
})

test('an imported subscriber reads where and when they gave their address, as far as it is known', async () => {
  const copyFor = await writeLaunchEmail(content)
  const imported = { ...personal.origin, imported: true, place: 'market-stall-may-2026' }
  const dated = copyFor({ ...personal, origin: imported })
  const undated = copyFor({ ...personal, origin: { ...imported, consentedAt: null } })
  expect(dated.text).toContain('You gave us your address at “market stall may 2026” on 4 May 2026.')
  expect(undated.text).toContain('You gave us your address at “market stall may 2026”.')
  const typed = copyFor({ ...personal, origin: { ...imported, place: 'Etsy list 2026, A–Z' } })
  expect(typed.text).toContain('You gave us your address at “Etsy list 2026, A–Z” on 4 May 2026.')
  for (const { html, text } of [dated, undated]) {
    expect(html).toContain('You gave us your address at “market stall may 2026”')
    for (const version of [html, text]) expect(version).not.toContain('asked us')
  }
  // A sign-up of the shop's own form, moved from a hosted project.
  const moved = copyFor({ ...personal, origin: { ...imported, place: 'coming-soon', consentedAt: null } })
  expect(moved.text).toContain('You asked us to tell you when we open.')
})

test('no copy contains another’s personal parts, nor a marker of the layout', async () => {
  const copyFor = await writeLaunchEmail(content)
  const other = copyFor({ ...personal, unsubscribeUrl: 'https://shop.example/unsubscribe?token=xyz' })
  const mine = copyFor(personal)
  expect(mine.html).not.toContain('xyz')
  expect(other.html).not.toContain('token=abc')
  for (const version of [mine.html, mine.text, other.html, other.text]) expect(version).not.toMatch(/mark[0-9a-f]{32}/)
})

test('no typed text becomes markup', async () => {
  const evil = fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</p></body>',
    '<!--',
    '&lt;b&gt;',
    "' onclick='x",
    'javascript:alert(1)',
    'https://a.example/"onmouseover="x',
    'http://<b>x</b>',
    '$& $1 $$',
    'https://[',
    '\u202egnp.exe',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(evil, fc.string()), { minLength: 1, maxLength: 8 }), async (parts) => {
      const message = parts.join(' ').replaceAll(/(?!\n)\p{Cc}/gu, '') || 'x'
      const plain = await writeLaunchEmail({ subject: 'S', message: 'x' })
      const copyFor = await writeLaunchEmail({ subject: parts[0] ?? 'S', message })
      const tags = (html: string) =>
        [...html.matchAll(/<\/?([a-z!][a-z0-9-]*)/gi)].map(([, name]) => name?.toLowerCase())
      const known = new Set([...tags(plain(personal).html), 'br', 'a'])
      const { html } = copyFor({ ...personal, unsubscribeUrl: `https://shop.example/?a=1&b="<'>` })
      for (const tag of tags(html)) expect(known).toContain(tag)
      expect(html).not.toMatch(/<[^>]*\son\w+=/i)
      for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(https?:|mailto:)/i)
    }),
    { numRuns: 150 },
  )
})

test('a copy costs less than a quarter of writing the e-mail: nothing is rendered for it', async () => {
  const long = { ...content, message: content.message.repeat(20) }
  const copyFor = await writeLaunchEmail(long)
  const written = await shortestMs(() => writeLaunchEmail(long))
  const copied = await shortestMs(() => copyFor(personal))
  expect(copied).toBeLessThan(written / 4)
})

/** The shortest of 50 runs: what the work costs when nothing else uses the processor. */
async function shortestMs(work: () => unknown) {
  let shortest = Infinity
  for (let run = 0; run < 50; run += 1) {
    const began = performance.now()
    await work()
    shortest = Math.min(shortest, performance.now() - began)
  }
  return shortest
}

test.each([
  ['see https://a.example/x.', ['https://a.example/x']],
  ['(https://a.example/x)', ['https://a.example/x']],
  ['https://a.example/x_(y)?', ['https://a.example/x_(y)']],
  ['https://a.example/?a=1&b=2, and HTTP://b.example!', ['https://a.example/?a=1&b=2', 'HTTP://b.example']],
  ['“https://a.example”', ['https://a.example']],
  ['javascript:alert(1) ftp://a.example www.a.example', []],
  ['https:// and http://', []],
  [
    'write to mary@example.com, or (ruth+shop@books.example).',
    ['mailto:mary@example.com', 'mailto:ruth%2Bshop@books.example'],
  ],
  ['https://a.example/mary@b.example and a@b', ['https://a.example/mary@b.example']],
  ['@shop.example, a@@b.example, a@127.0.0.1', []],
])('%s has its addresses found', (line, expected) => {
  const runs = readParagraphs(line).flat(2)
  expect(runs.flatMap((run) => ('href' in run ? [run.href] : []))).toEqual(expected)
  expect(runs.map((run) => ('href' in run ? (run.shown ?? run.href) : run.text)).join('')).toBe(line)
})

test('blank lines part paragraphs, single line breaks stay', () => {
  const texts = readParagraphs('a\nb\n \n\nc').map((lines) =>
    lines.map((runs) => runs.map((run) => ('text' in run ? run.text : '')).join('')),
  )
  expect(texts).toEqual([['a', 'b'], ['c']])
})

test('the first words end between words', () => {
  expect(firstWords('Hello\n\nthere')).toBe('Hello there')
  const long = firstWords('several words '.repeat(30))
  expect(long.length).toBeLessThanOrEqual(101)
  expect(long).toMatch(/(several|words)…$/)
})
