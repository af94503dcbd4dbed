import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#platform/http/errors/app-error.ts'
import { consentIn } from './consent-words.ts'
import type { Column } from './list-columns.ts'
import { previewList, readAddresses } from './read-addresses.ts'
import type { Meaning } from './subscribers.contract.ts'

/** The addresses that an import without any answer of the owner would add; none if it is refused. */
async function addedWithout(csv: string): Promise<string[]> {
  try {
    return (await readAddresses(csv)).addresses
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return []
    throw error
  }
}

const unclearIn = (columns: Column[]) => columns.filter(({ means }) => means === null).map(({ heading }) => heading)

test.each([
  ['a heading without a blank', 'EmailAddress,Status\nok@example.com,subscribed\nno@example.com,unsubscribed'],
  ['a heading in German', 'E-Mail-Adresse;Status\nok@example.com;subscribed\nno@example.com;unsubscribed'],
  ['German values', 'E-Mail-Adresse;Status\nok@example.com;angemeldet\nno@example.com;abgemeldet'],
  ['French', 'Adresse e-mail;Statut\nok@example.com;Abonné\nno@example.com;Désabonné'],
  ['Spanish', 'Correo electrónico;Estado\nok@example.com;Suscrito\nno@example.com;Baja'],
  ['Italian', 'Indirizzo e-mail;Stato\nok@example.com;Iscritto\nno@example.com;Disiscritto'],
  ['Dutch', 'E-mailadres;Afgemeld\nok@example.com;nee\nno@example.com;ja'],
  ['Portuguese', 'Endereço de e-mail;Descadastrado\nok@example.com;\nno@example.com;2024-01-01'],
  ['Polish', 'Adres e-mail;Zgoda\nok@example.com;tak\nno@example.com;nie'],
  ['Japanese', 'メール,状態\nok@example.com,購読中\nno@example.com,退会済み'],
  ['a marked heading', 'Email *,Status\nok@example.com,subscribed\nno@example.com,unsubscribed'],
  ['an unknown heading', 'Customer email;Accepts marketing\nok@example.com;yes\nno@example.com;no'],
  ['the separator’s line', 'sep=;\nEmail;Status\nok@example.com;subscribed\nno@example.com;unsubscribed'],
  ['a title', 'My list, exported by Ann\n\nEmail,Status\nok@example.com,subscribed\nno@example.com,unsubscribed'],
  [
    'a title with an address',
    'For me@shop.example\nEmail,Status\nok@example.com,subscribed\nno@example.com,unsubscribed',
  ],
  ['a comment', '# from 2024\nE-Post;Status\nok@example.com;subscribed\nno@example.com;unsubscribed'],
  ['CLEAN_TIME', 'Email Address,CLEAN_TIME\nok@example.com,\nno@example.com,2024-01-01 10:00:00'],
  ['a switch', 'Email,Unsubscribed from all email\nok@example.com,\nno@example.com,TRUE'],
  ['Global status', 'Email,Global status,List status\nok@example.com,subscribed,x\nno@example.com,unsubscribed,x'],
  ['Do not email', 'Email,Do not email\nok@example.com,0\nno@example.com,1'],
  ['Opt-out', 'Email,Opt-out\nok@example.com,no\nno@example.com,yes'],
  ['Bounced', 'Email,Bounced\nok@example.com,\nno@example.com,hard'],
  ['email_disabled', 'email,email_disabled\nok@example.com,false\nno@example.com,true'],
  ['Unsubscribe Date', 'Email,Unsubscribe Date\nok@example.com,\nno@example.com,2024-01-01'],
  ['a day that is not one', 'Email,Date\nok@example.com,joined\nno@example.com,gone'],
  ['a date of all', 'Email,Date\nno@example.com,2024-01-01\nno@example.com,2024-01-01'],
  ['a date alone', 'Email,Date\nok@example.com,\nno@example.com,2024-01-01'],
  ['a day of subscribing that is missing', 'Email,Subscribed at\nok@example.com,2024-01-01\nno@example.com,'],
  ['a permission', 'Email address,Email permission status\nok@example.com,Explicit\nno@example.com,Unsubscribed'],
  [
    'a suppression beside a consent',
    'Email,Email Marketing Consent,Email Suppressions\nok@example.com,SUBSCRIBED,\nno@example.com,SUBSCRIBED,HARD_BOUNCE',
  ],
  ['no heading', 'ok@example.com,subscribed\nno@example.com,unsubscribed'],
  ['no heading and lines of different lengths', 'ok@example.com\nno@example.com,unsubscribed'],
  ['a value under a harmless name', 'Email,First name\nok@example.com,Ann\nno@example.com,Unsubscribed (May)'],
  ['a negative number', 'Email,Status\nok@example.com,1\nno@example.com,-1'],
  ['figures of another program', 'Email,Status\nok@example.com,0\nno@example.com,1'],
  ['vertical bars', 'Status|Email\nsubscribed|ok@example.com\nunsubscribed|no@example.com'],
  ['a word beside the address', 'ok@example.com\nno@example.com unsubscribed'],
  ['a word in the name', 'ok@example.com\nUnsubscribed <no@example.com>'],
  ['a heading over the rest', 'ok@example.com\n\nUnsubscribed\nno@example.com'],
  ['a title over all', 'Unsubscribed contacts\nno@example.com\nno@example.com'],
  ['a heading of addresses', 'Unsubscribed emails\nno@example.com\nno@example.com'],
  ['a second list below', 'Email,Name\nok@example.com,Ann\nEmail,Status\nno@example.com,weg'],
  [
    'more cells than headings',
    'Email,Name,Status\nok@example.com,Ann,subscribed\nno@example.com,Smith, John,unsubscribed',
  ],
  // What the words are written with may deny them.
  ['an empty box before the word', 'Email,Status\nok@example.com,subscribed\nno@example.com,[ ] subscribed'],
  ['a cross before the word', 'Email,Subscribed\nok@example.com,yes\nno@example.com,✗ yes'],
  ['a sign of denial', 'Email,Subscribed\nok@example.com,yes\nno@example.com,!yes'],
  ['a doubt', 'Email,Subscribed\nok@example.com,yes\nno@example.com,yes?'],
  ['a struck word', 'Email,Subscribed\nok@example.com,yes\nno@example.com,~~yes~~'],
  ['a denied no', 'Email,Unsubscribed\nok@example.com,no\nno@example.com,✗ no'],
  ['the unsubscribes of SendGrid', 'email,created\nno@example.com,2024-01-01T10:00:00Z\nno2@example.com,2024-01-02'],
  ['the suppressions of Mailgun', 'address,created_at\nno@example.com,2024-01-01 10:00:00'],
  ['a list of former customers', 'Former customers\nno@example.com'],
  ['cancelled subscribers', 'Cancelled subscribers\nno@example.com'],
  ['people who never agreed', 'Never subscribed\n\nEmail\nno@example.com'],
  ['the contacts that Mailchimp calls non-subscribed', 'Non-Subscribed\nEmail Address\nno@example.com'],
  ['a heading of addresses in an unknown language', 'Poistuneet\nno@example.com\nno2@example.com'],
  ['a list of inactive people', 'Inactive,,\nEmail,First Name,City\nno@example.com,Ann,Leeds'],
  ['a heading over the rest in an unknown language', 'ok@example.com\n\nPoistuneet\nno@example.com'],
  ['the same without an empty line', 'ok@example.com\nPoistuneet\nno@example.com'],
  ['the same in a table', 'Name,Email\nAnn,ok@example.com\n,\nPoistuneet,\nEve,no@example.com'],
  ['a second table', 'Vorname;Email\nAnn;ok@example.com\n\nGrund;Kontakt\nZu viel;no@example.com'],
  ['a group of addresses', 'Email\n"ok@example.com, ok2@example.com"\n"Unsubscribed: x@example.com, no@example.com"'],
  ['a word beside one of two addresses', 'Email\nok@example.com\n"weg x@example.com, no@example.com"'],
  ['a word between two addresses', 'Email\nok@example.com\n"x@example.com weg <no@example.com>"'],
  ['figures of a marketing status', 'Email,Marketing status\nok@example.com,2\nno@example.com,1'],
  ['a word in the name', 'Email,Name\nok@example.com,Ann\nno@example.com,Eve (left)'],
  ['Kit', 'first_name,email,status\nAnn,ok@example.com,active\nEve,no@example.com,cancelled'],
])('an address that said no is not added without an answer of the owner: %s', async (_, csv) => {
  expect(await addedWithout(csv)).not.toContain('no@example.com')
  expect(await addedWithout(csv.replaceAll('\n', '\r\n'))).not.toContain('no@example.com')
  expect(await addedWithout(`\u{feff}${csv}`)).not.toContain('no@example.com')
})

test.each(['Status', 'STATE', 'Accepts Marketing', 'Subscribed'])(
  'usual exports need no answer: “%s” beside names, towns and ids',
  async (name) => {
    const csv = `Title of the export\nFirst Name,Email Address,City,${name}\nAnn,ok@example.com,Leeds,yes\nEve,no@example.com,York,no`
    expect(await readAddresses(csv)).toMatchObject({ addresses: ['ok@example.com'], left: ['no@example.com'] })
  },
)

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.constantFrom(
    'Status',
    'État',
    'wypisany',
    'Abgemeldet',
    'odjavljen',
    'Date',
    'No',
    'yes',
    '1',
    '0',
    '-',
    '✗',
    'weg',
  ),
)
const cellOf = (text: string) => text.replaceAll(/[@",;\t|\r\n<>]/g, ' ')
const list = fc.record({
  heading: word.map(cellOf),
  emailHeading: fc.constantFrom(
    'Email',
    'EmailAddress',
    'E-Mail-Adresse',
    'Adresse électronique',
    'メール',
    'Sähköposti',
  ),
  yes: fc.oneof(word, fc.constant('')).map(cellOf),
  no: fc.oneof(word, fc.constantFrom('', '2024-01-01', '1')).map(cellOf),
  lines: fc.array(fc.boolean(), { minLength: 2, maxLength: 8 }),
  hasHeading: fc.boolean(),
  noFirst: fc.boolean(),
  sign: fc.constantFrom(',', ';', '\t', '|'),
  above: fc.constantFrom('', 'sep=', 'A title\n', '# a comment\n\n'),
})

test('of any file with a column that says no, in any words, the addresses that said no are added only by an answer', async () => {
  let asked = 0
  await fc.assert(
    fc.asyncProperty(list, async ({ heading, emailHeading, yes, no, lines, hasHeading, noFirst, sign, above }) => {
      fc.pre(yes.trim() !== no.trim())
      // Under the first two headings such a value would not be a no; “Name” is known to be none of consent.
      fc.pre(
        !(heading === 'Status' && consentIn(no) === 'yes') &&
          !/^(abgemeldet|name)$/i.test(heading.replaceAll(/[^a-z]/gi, '')),
      )
      // A column without a heading or a value says nothing.
      fc.pre((hasHeading && heading.trim() !== '') || lines.some((agreed) => (agreed ? yes : no).trim() !== ''))
      const rows = lines.map((agreed, n) => [`${agreed ? 'yes' : 'no'}${n}@example.com`, agreed ? yes : no])
      if (hasHeading) rows.unshift([emailHeading, heading])
      const text = rows.map((cells) => (noFirst ? cells.toReversed() : cells).join(sign)).join('\n')
      const csv = `${above === 'sep=' ? `sep=${sign}\n` : above}${text}`
      const added = await addedWithout(csv)
      asked += added.length === 0 ? 1 : 0
      expect(added.filter((each) => each.startsWith('no'))).toEqual([])
    }),
    { numRuns: 3_000 },
  )
  expect(asked).toBeGreaterThan(500)
})

test('a column that is not understood is named with its values, and the owner’s answer decides', async () => {
  const csv = 'Sähköposti;Tila\na@example.com;kyllä\nb@example.com;ei\nc@example.com;kyllä'
  const { columns, ignored, lines } = await previewList(csv)
  expect(lines).toBe(4)
  expect(ignored).toEqual([{ line: 1, value: 'Sähköposti, Tila', why: 'It is the heading.' }])
  expect(columns).toEqual([
    {
      at: 0,
      heading: 'Sähköposti',
      samples: ['a@example.com', 'b@example.com', 'c@example.com'],
      means: 'email',
      may_say_no: false,
    },
    { at: 1, heading: 'Tila', samples: ['kyllä', 'ei'], means: null, may_say_no: true },
  ])
  await expect(readAddresses(csv)).rejects.toMatchObject({ code: 'columns_unclear', status: 400, details: { columns } })
  const answered = (means: Meaning, heading = 'Tila') => readAddresses(csv, [{ at: 1, heading, means }])
  expect(await answered('ignored')).toMatchObject({ addresses: ['a@example.com', 'b@example.com', 'c@example.com'] })
  // Only a clear yes adds an address, and these words are not known.
  expect(await answered('agreed')).toMatchObject({ addresses: [], left: [], invalid: [{}, {}, {}] })
  expect(await answered('left')).toMatchObject({
    addresses: [],
    left: ['a@example.com', 'b@example.com', 'c@example.com'],
  })
  // An answer about another file does not count.
  await expect(answered('ignored', 'Kaupunki')).rejects.toMatchObject({ code: 'columns_unclear' })
})

test('the columns that look as if they say no are marked', async () => {
  const csv = 'Email,Opted out here,Einwilligung vom,Shoe\na@example.com,0,x,7\nb@example.com,1,x,8'
  const { columns } = await previewList(csv)
  expect(unclearIn(columns)).toEqual(['Opted out here', 'Einwilligung vom', 'Shoe'])
  expect(columns.map(({ may_say_no }) => may_say_no)).toEqual([false, true, true, false])
})

test('addresses in a column of those who left count as unsubscribed, also beside the others', async () => {
  const csv = 'Newsletter,Unsubscribed from it\nno@example.com,\nok@example.com,no@example.com\n,no2@example.com'
  const read = readAddresses(csv, [
    { at: 0, heading: 'Newsletter', means: 'email' },
    { at: 1, heading: 'Unsubscribed from it', means: 'left' },
  ])
  // The line's own address stays off too: an entry in such a column is about its line.
  expect(await read).toMatchObject({ addresses: [], left: ['ok@example.com', 'no@example.com', 'no2@example.com'] })
})

test('pasted marks do not hide an address, a word or a heading', async () => {
  const csv =
    '\u{200b}Email\u{a0};\u{200f}Status\u{200e}\n＜ok＠example.com＞;subscribed\u{a0}\nmailto:no@example.com;\u{200b}unsubscribed'
  expect(await readAddresses(csv)).toMatchObject({ addresses: ['ok@example.com'], left: ['no@example.com'] })
})

test('a list without an address column by the owner’s answers is refused', async () => {
  const answers = [{ at: 0, heading: 'Email', means: 'ignored' as const }]
  await expect(readAddresses('Email\na@example.com', answers)).rejects.toThrow(/which column has the e-mail addresses/)
})

test.each([
  ['in a line', 'a@example.com, b@example.com, c@example.com'],
  ['in a line, with semicolons', 'a@example.com; b@example.com;c@example.com'],
  ['in a cell', 'Email,Name\n"a@example.com, b@example.com; c@example.com",Ann'],
  ['with names, as mail programs write them', 'Ann <a@example.com>, "B" <b@example.com>, <C@example.com>'],
  ['with a comma in the name', 'Email\n"""Smith, Ann"" <a@example.com>, b@example.com c@example.com"'],
])('several addresses are all read: %s', async (_, csv) => {
  expect(await readAddresses(csv)).toMatchObject({
    addresses: ['a@example.com', 'b@example.com', 'c@example.com'],
    invalid: [],
  })
})

test('every line and every address is accounted for', async () => {
  const cell = fc.oneof(
    fc.nat({ max: 30 }).map((n) => ({ text: `a${n}@example.com`, entries: 1 })),
    fc.nat({ max: 30 }).map((n) => ({ text: `"a${n}@example.com, b${n}@example.com"`, entries: 2 })),
    fc.constantFrom({ text: 'nothing', entries: 1 }, { text: 'a@b', entries: 1 }, { text: '', entries: 1 }),
    fc.constant({ text: '"a@example.com, nonsense"', entries: 2 }),
  )
  const consents = fc.constantFrom('yes', 'no', 'maybe', '')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, consents), { minLength: 1, maxLength: 20 }), async (rows) => {
      const body = rows.map(([{ text }, consent], n) => `${text},${consent},Town ${n}`)
      const csv = ['sep=,', 'A title', 'Email,Status,City', ...body, 'Email,Status,City'].join('\n')
      const read = await readAddresses(csv, [{ at: 1, heading: 'Status', means: 'agreed' }])
      expect(read.lines).toBe(rows.length + 4)
      expect(read.ignored.map(({ line }) => line)).toEqual([1, 2, 3, rows.length + 4])
      const { addresses, left, repeated, invalid } = read
      const entries = rows.reduce((sum, [{ entries }]) => sum + entries, 0)
      expect(addresses.length + left.length + repeated + invalid.length).toBe(entries)
    }),
    { numRuns: 500 },
  )
})
