import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsv } from '#platform/csv.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { readAddresses } from './read-addresses.ts'

const bom = '\u{feff}'

test.each([
  ['a bare column', 'mary@example.com\nruth@example.com'],
  ['the export of Google Contacts', 'First Name,E-mail 1 - Value\nMary,mary@example.com\nRuth,ruth@example.com'],
  ['a heading', 'Email\nmary@example.com\nruth@example.com\n'],
  [
    'another program’s headings, quoted',
    `"First Name","Email Address"\r\n"Mary, M.","mary@example.com"\r\n"Ruth","ruth@example.com"\r\n`,
  ],
  ['semicolons, a mark and Windows lines', `${bom}Name;E-Mail\r\nMary;mary@example.com\r\nRuth;ruth@example.com\r\n`],
  ['tabs', 'name\temail\nMary\tmary@example.com\nRuth\truth@example.com'],
  ['old line breaks', 'email\rmary@example.com\rruth@example.com'],
  ['empty lines and spaces', '\n\nemail\n\n  mary@example.com \n,\n\nRUTH@EXAMPLE.COM\n\n'],
  ['a name with line breaks in it', 'name,email\n"Mary\nAnn",mary@example.com\nRuth,ruth@example.com'],
  ['lines of different lengths', 'email,name\nmary@example.com\nruth@example.com,Ruth'],
])('%s is read', async (_, csv) => {
  expect(await readAddresses(csv)).toMatchObject({
    addresses: ['mary@example.com', 'ruth@example.com'],
    left: [],
    agreedAt: new Map(),
    repeated: 0,
    invalid: [],
  })
})

test('without a heading the addresses may be in any column, once the owner says that the others say nothing', async () => {
  const csv = 'Mary,mary@example.com\nRuth,ruth@example.com'
  const read = readAddresses(csv, [{ at: 0, heading: '', means: 'ignored' }])
  expect(await read).toMatchObject({ addresses: ['mary@example.com', 'ruth@example.com'], invalid: [], ignored: [] })
})

test('each line that cannot be imported is reported with its number, its text, and the reason', async () => {
  const csv = [
    'name,email',
    'Mary,mary@example.com',
    'Ruth,',
    'Naomi,naomi.example.com',
    'Esther,"esther@example.com, e@example.com"',
    'Deborah,Deborah <deborah@example.com>',
    'Anna,anna@127.0.0.1',
    'Mary,MARY@example.com',
    'Lydia,"lydia"@example.com',
    'Eve,eve@example.com',
  ].join('\n')
  const { addresses, invalid, repeated } = await readAddresses(csv)
  expect(addresses).toEqual([
    'mary@example.com',
    'esther@example.com',
    'e@example.com',
    'deborah@example.com',
    'eve@example.com',
  ])
  expect(repeated).toBe(1)
  expect(invalid).toEqual([
    { line: 3, value: 'Ruth, ', why: 'There’s no address on this line.' },
    { line: 4, value: 'naomi.example.com', why: 'The @ is missing.' },
    { line: 7, value: 'anna@127.0.0.1', why: 'This address can’t receive e-mail.' },
    { line: 9, value: '"lydia"@example.com', why: 'There is other text beside the address.' },
  ])
})

test('a mistyped address is no heading, also after an empty line', async () => {
  for (const csv of [
    'mary@example.com\n\nruth@example\n\neve@example.com',
    'Name,Email\nMary,mary@example.com\n\nRuth,ruth@\nEve,eve@example.com',
  ]) {
    const { addresses, invalid } = await readAddresses(csv)
    expect(addresses).toEqual(['mary@example.com', 'eve@example.com'])
    expect(invalid).toMatchObject([{ why: 'This address can’t receive e-mail.' }])
  }
})

test('an unclosed quotation mark is reported with its line, and the lines before it are read', async () => {
  const { addresses, invalid } = await readAddresses(
    'name,email\nMary,mary@example.com\n"Ruth,ruth@example.com\nA,a@example.com',
  )
  expect(addresses).toEqual(['mary@example.com'])
  expect(invalid).toMatchObject([{ line: 3, why: expect.stringContaining('is never closed') }])
})

test('an address marked as unsubscribed counts as unsubscribed, also if another line says otherwise', async () => {
  const csv =
    'Email,Unsubscribed\nmary@example.com,\nruth@example.com,2024-05-01\nanna@example.com,no\nruth@example.com,'
  expect(await readAddresses(csv)).toMatchObject({
    addresses: ['mary@example.com', 'anna@example.com'],
    left: ['ruth@example.com'],
    agreedAt: new Map(),
    repeated: 1,
    invalid: [],
  })
})

test('in the shop’s own export unconfirmed rows are skipped, and unsubscribed ones count as objections', async () => {
  const day = '2026-05-01T10:00:00.000Z'
  const csv = `email,state,consented_at,consent_text,confirmed_at,unsubscribed_at
a@example.com,on,${day},No spam,${day},
b@example.com,unconfirmed,${day},No spam,,
c@example.com,off,${day},No spam,${day},${day}`
  expect(await readAddresses(csv)).toMatchObject({
    addresses: ['a@example.com'],
    left: ['c@example.com'],
    invalid: [{ line: 3, value: 'b@example.com', why: 'This address has not been confirmed yet.' }],
  })
})

test.each(['Status', 'STATE', 'Subscription status', 'Subscribed', 'Accepts Email Marketing', 'opt-in', 'OPT_IN'])(
  'under “%s” a no is a no, a clear yes a yes, and whatever else is not taken, with why',
  async (name) => {
    const consents = [
      'Yes',
      'subscribed',
      'unsubscribed',
      'FALSE',
      'Opted-out',
      'cleaned',
      'pending',
      'never subscribed',
      '',
    ]
    const lines = consents.map((each, n) => `${n}@example.com,Grace,${each}`)
    expect(await readAddresses(['Email,Name,'.concat(name), ...lines].join('\n'))).toMatchObject({
      addresses: ['0@example.com', '1@example.com'],
      left: ['2@example.com', '3@example.com', '4@example.com', '5@example.com'],
      invalid: [
        { line: 8, value: '6@example.com', why: 'This address has not been confirmed yet.' },
        { line: 9, value: '7@example.com', why: `“never subscribed” under “${name}” is not a clear yes.` },
        { line: 10, value: '8@example.com', why: expect.stringContaining(`“${name}” is empty`) },
      ],
    })
  },
)

test('if two consent columns differ, the no counts', async () => {
  const csv = 'email,status,accepts marketing\na@example.com,active,no\nb@example.com,active,yes'
  expect(await readAddresses(csv)).toMatchObject({ addresses: ['b@example.com'], left: ['a@example.com'] })
})

test.each([
  ['Date added', '2024-03-05', '2024-03-05T12:00:00Z'],
  ['Consent date', '05/03/2024', '2024-03-05T12:00:00Z'],
  ['Subscribed at', '2024-03-05 10:20:30', '2024-03-05T10:20:30Z'],
  ['OPTIN_TIME', '2024-03-05T10:20:30+02:00', '2024-03-05T08:20:30Z'],
  ['Subscribed', '5.3.2024', '2024-03-05T12:00:00Z'],
])('the date under “%s” is the consent date', async (name, typed, at) => {
  const { addresses, agreedAt } = await readAddresses(`email,${name},Status\nmary@example.com,${typed},active`)
  expect(addresses).toEqual(['mary@example.com'])
  expect(agreedAt.get('mary@example.com')).toEqual(new Date(at))
})

test.each(['31/02/2024', '12/31/2024', '2024-13-01', '0000-00-00', '2024-01-01 25:00', 'x', '', '1/1/24'])(
  '“%s” is no day',
  async (typed) => {
    const means = 'agreed_on' as const
    const { agreedAt } = await readAddresses(`email,date\nmary@example.com,${typed}`, [
      { at: 1, heading: 'date', means },
    ])
    expect(agreedAt.size).toBe(0)
  },
)

test('no file content causes a server error', async () => {
  const piece = fc.constantFrom(
    '"',
    '""',
    ',',
    ';',
    '\t',
    '\n',
    '\r',
    '\r\n',
    bom,
    'email',
    'a@b.co',
    "'=x@b.co",
    '\0',
    ' ',
    'é',
    '=',
  )
  const file = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(file, async (csv) => {
      const { addresses, left } = await readAddresses(csv).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.status !== 400) throw error
        return { addresses: [], left: [] }
      })
      for (const each of [...addresses, ...left]) expect(each).toMatch(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)
    }),
    { numRuns: 2_000 },
  )
})

test('an export is read back completely', async () => {
  const odd = [
    '=a@example.com',
    '+b@example.com',
    '-c@example.com',
    "'d@example.com",
    "o'neil@example.com",
    "'=e@example.com",
  ]
  const csv = bom + formatCsv([['email', 'consent_text'], ...odd.map((each) => [each, 'Yes, "do"\nwrite'])])
  expect(await readAddresses(csv)).toMatchObject({ addresses: odd, invalid: [] })
})

test('a file that is not a list is refused before it is read completely', async () => {
  const files = [
    'x\n'.repeat(3_300_000),
    'x\r'.repeat(3_300_000),
    ','.repeat(10_000_000),
    'x'.repeat(10_000_000),
    `a@b.co\n${'x'.repeat(10_001)}`,
  ]
  for (const file of files) await expect(readAddresses(file)).rejects.toMatchObject({ code: 'bad_request' })
  await expect(readAddresses(`a@b.co\n${'x'.repeat(10_001)}`)).rejects.toThrow(/^Line 2 is too long/)
})

test('other requests run while a long list is read', async () => {
  let longestMs = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last)
    last = performance.now()
  }, 1)
  const began = performance.now()
  const { addresses } = await readAddresses(
    `Name,Email\r\n${Array.from({ length: 100_000 }, (_, n) => `Reader ${n},reader${n}@books.example`).join('\r\n')}`,
  )
  clearInterval(timer)
  expect(addresses).toHaveLength(100_000)
  expect(longestMs).toBeLessThan((performance.now() - began) / 4)
})
