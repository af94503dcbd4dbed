import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SubscribersApi, startSubscribersApi } from '../fixtures/subscribers-api.ts'

let api: SubscribersApi
let admin: { token: string; id: string }

beforeAll(async () => {
  api = await startSubscribersApi()
  admin = await api.tokenOf('admin')
})
afterAll(() => api[Symbol.asyncDispose]())

const consent = { consent_text: 'Yes, write to me about new clothes.', source: 'Market stall, May 2026' }
const importing = (csv: string, more: object = {}) =>
  api.call('import-subscribers', { token: admin.token, body: { csv, ...consent, ...more } })
const imported = async (csv: string) => (await importing(csv)).json()
const listed = async (query = '') => (await api.call(`subscribers${query}`, { token: admin.token })).json()
const exported = async (query = '') => (await api.call(`export-subscribers${query}`, { token: admin.token })).text()
const audits = (action: string) =>
  api.db.asService((tx) =>
    tx
      .selectFrom('private.audit_log')
      .selectAll()
      .where('table_name', '=', 'email_signups')
      .where('action', '=', action)
      .execute(),
  )
const word = () => crypto.randomUUID().slice(0, 8)

test('each of these functions requires an administrator: others, and a former one, are refused', async () => {
  const { token: customer } = await api.tokenOf('customer')
  const { token: former, id } = await api.tokenOf('admin')
  await api.db.asService((tx) => tx.deleteFrom('user_roles').where('user_id', '=', id).execute())
  const [email] = [`${word()}@example.com`]
  await imported(email)
  const row = await api.db.asService((tx) =>
    tx.selectFrom('email_signups').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
  )
  for (const [path, body] of [
    ['subscribers', undefined],
    ['export-subscribers', undefined],
    ['preview-subscribers', { csv: 'a@example.com' }],
    ['import-subscribers', { csv: 'a@example.com', ...consent }],
    ['erase-subscriber', { id: row.id }],
  ] as const) {
    for (const [token, status] of [
      [undefined, 401],
      [api.anonKey, 401],
      ['nonsense', 401],
      [customer, 403],
      [former, 403],
    ] as const) {
      const response = await api.call(path, { ...(token && { token }), ...(body && { body }) })
      expect([path, response.status]).toEqual([path, status])
      expect(await response.text()).not.toContain('@')
    }
  }
  expect(await api.mayBeWrittenTo(email)).toBe(true)
})

test('the list is read page by page without losing or repeating rows, with any search and filter', async () => {
  const tag = word()
  const emails = Array.from({ length: 120 }, (_, n) => `${tag}-${String(n).padStart(3, '0')}@example.com`)
  expect(await imported(emails.join('\n'))).toMatchObject({ added: 120, already: 0, said_no: 0, invalid: [] })
  const seen: string[] = []
  let after: string | null = null
  do {
    const page = await listed(`?q=${tag.toUpperCase()}&state=on${after ? `&after=${encodeURIComponent(after)}` : ''}`)
    expect(page.subscribers.length).toBeLessThanOrEqual(50)
    seen.push(...page.subscribers.map(({ email }: { email: string }) => email))
    after = page.next
  } while (after)
  expect(seen.toSorted()).toEqual(emails)
  expect(new Set(seen).size).toBe(120)
  const [one] = (await listed(`?q=${emails[7]}`)).subscribers
  expect(one).toMatchObject({
    state: 'on',
    source: 'market-stall-may-2026',
    source_name: consent.source,
    consent_text: consent.consent_text,
    unsubscribed_at: null,
  })
  expect((await listed(`?q=${tag}%25`)).subscribers).toEqual([])
  expect((await listed(`?q=${tag}_0`)).subscribers).toEqual([])
})

test('states are counted and filtered by whether an address may get e-mail', async () => {
  await using fresh = await startSubscribersApi()
  const { token } = await fresh.tokenOf('admin')
  const body = { csv: 'on@example.com\noff@example.com\nhash@example.com', ...consent }
  await fresh.call('import-subscribers', { token, body })
  await fresh.rules({ doubleOptIn: true })
  await fresh.client().from('email_signups').insert({ email: 'new@example.com' })
  await fresh.call('unsubscribe', { body: { token: await fresh.leavingToken('off@example.com') } })
  // Recognised as an objection only by its hash.
  await fresh.db.asService((tx) =>
    sql`insert into private.suppressions (address_hash, reason) values (private.address_hash('hash@example.com'), 'complaint')`.execute(
      tx,
    ),
  )
  const ask = async (query: string) => (await fresh.call(`subscribers${query}`, { token })).json()
  const states = await ask('')
  expect(states.counts).toEqual({ all: 4, on: 1, unconfirmed: 1, off: 2 })
  for (const [state, emails] of [
    ['on', ['on@example.com']],
    ['unconfirmed', ['new@example.com']],
    ['off', ['hash@example.com', 'off@example.com']],
  ] as const) {
    const { subscribers } = await ask(`?state=${state}`)
    expect(subscribers.map(({ email }: { email: string }) => email).toSorted()).toEqual(emails)
  }
})

test('an invalid request is refused with a message, and is never a 5xx', async () => {
  const wrong = ['?state=x', '?after=x', '?after=2026-01-01%2000:00:00%2B00_x', `?q=${'x'.repeat(300)}`]
  const cursors = [`2026-99-99 00:00:00+00_${crypto.randomUUID()}`, '_', `2026-01-01 00:00:00+00_${'a'.repeat(36)}`]
  for (const query of [...wrong, ...cursors.map((each) => `?after=${encodeURIComponent(each)}`)]) {
    expect([query, (await api.call(`subscribers${query}`, { token: admin.token })).status]).toEqual([query, 400])
  }
  expect((await api.call('subscribers?q=%00', { token: admin.token })).status).toBe(400)
  for (const query of ["?q=';drop table x", '?q=\\', '?q=%F0%9F%98%80', '?q=%']) {
    expect([query, (await api.call(`subscribers${query}`, { token: admin.token })).status]).toEqual([query, 200])
  }
  for (const body of [
    {},
    { csv: 'a@example.com' },
    { csv: 'a@example.com', consent_text: ' ', source: 'x' },
    { csv: 'a@example.com', ...consent, source: '' },
    { csv: 'a@example.com', ...consent, source: '…' },
    { csv: '', ...consent },
    { csv: 5, ...consent },
  ]) {
    const response = await api.call('import-subscribers', { token: admin.token, body })
    expect([body, response.status]).toEqual([body, 400])
  }
  expect((await importing('z@example.com', { consent_text: 'Yes, please \0 write to me' })).status).toBe(400)
  for (const id of ['x', null, 5]) {
    expect((await api.call('erase-subscriber', { token: admin.token, body: { id } })).status).toBe(400)
  }
  expect((await api.call('erase-subscriber', { token: admin.token, body: { id: crypto.randomUUID() } })).status).toBe(
    404,
  )
})

test('an import reports the result of every line, sends nothing, and adds nothing when it is repeated', async () => {
  const tag = word()
  const csv = `name,email\nMary,mary-${tag}@example.com\nRuth,ruth-${tag}@example.com\nMary,MARY-${tag}@example.com\nNobody,nobody\n`
  expect(await imported(csv)).toEqual({
    lines: 5,
    entries: 4,
    added: 2,
    already: 1,
    repeated: 1,
    said_no: 0,
    unsubscribed_earlier: 0,
    invalid: [{ line: 5, value: 'nobody', why: 'The @ is missing.' }],
    ignored: [{ line: 1, value: 'name, email', why: 'It is the heading.' }],
    columns: [
      { at: 0, heading: 'name', means: 'ignored' },
      { at: 1, heading: 'email', means: 'email' },
    ],
  })
  expect(await imported(csv)).toMatchObject({ added: 0, already: 3, repeated: 1 })
  expect((await api.emails()).filter(({ recipient }) => recipient.includes(tag))).toEqual([])
  const last = (await audits('import')).at(-1)
  expect(last).toMatchObject({
    actor: admin.id,
    after: { added: 0, already: 3, repeated: 1, said_no: 0, invalid: 1, ignored: 1, source: consent.source },
  })
  expect(JSON.stringify(last)).not.toContain(tag)
})

test('an address that left the other list counts as an objection, unless it has consented here', async () => {
  const tag = word()
  const here = `here-${tag}@example.com`
  await api.client().from('email_signups').insert({ email: here })
  const csv = `email,unsubscribed_at\nleft-${tag}@example.com,2024-01-01\n${here},2024-01-01\nstays-${tag}@example.com,`
  expect(await imported(csv)).toMatchObject({ added: 1, already: 1, said_no: 1 })
  expect(await imported(`left-${tag}@example.com`)).toMatchObject({ added: 0, said_no: 1, unsubscribed_earlier: 1 })
  expect(await api.mayBeWrittenTo(here)).toBe(true)
})

test('an address on the list that left the other list afterwards, or never consented here, is taken off', async () => {
  const tag = word()
  const [here, earlier] = [`here-${tag}@example.com`, `earlier-${tag}@example.com`]
  await api.client().from('email_signups').insert({ email: here })
  expect(await imported(earlier)).toMatchObject({ added: 1 })
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const csv = `email,unsubscribed_at\n${here},${later}\n${earlier},2024-01-01`
  expect(await imported(csv)).toMatchObject({ entries: 2, added: 0, already: 0, said_no: 2 })
  expect(await api.mayBeWrittenTo(here)).toBe(false)
  expect(await api.mayBeWrittenTo(earlier)).toBe(false)
  expect((await listed(`?q=${tag}&state=off`)).subscribers).toHaveLength(2)
})

test('an address unsubscribed by another program’s status stays off the list, and a consent date there is stored', async () => {
  const tag = word()
  const next = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const csv = `Email,Name,Status,Date
grace-${tag}@example.com,Grace,unsubscribed,2024-03-05
mary-${tag}@example.com,Mary,subscribed,05/03/2024
ruth-${tag}@example.com,Ruth,subscribed,${next}
anna-${tag}@example.com,Anna,maybe,2024-03-05`
  expect(await imported(csv)).toMatchObject({ added: 2, said_no: 1, invalid: [{ line: 5 }] })
  expect(await api.mayBeWrittenTo(`grace-${tag}@example.com`)).toBe(false)
  const { subscribers } = await listed(`?q=${tag}`)
  const of = (name: string) => subscribers.find(({ email }: { email: string }) => email.startsWith(name))
  expect(of('mary')).toMatchObject({ consented_at: '2024-03-05T12:00:00.000Z', imported: false })
  expect(of('ruth')).toMatchObject({ consented_at: of('ruth').created_at, imported: true })
  expect(subscribers).toHaveLength(2)
  expect(await imported(`grace-${tag}@example.com`)).toMatchObject({ added: 0, said_no: 1, unsubscribed_earlier: 1 })
})

test('a list with a column that may say no is refused until the owner says what it means, and keeps no one who left', async () => {
  const tag = word()
  const csv = `sep=;\nEmail;Tila\nyes-${tag}@example.com;kyllä\nno-${tag}@example.com;ei`
  const preview = await api.call('preview-subscribers', { token: admin.token, body: { csv } })
  const { lines, columns } = await preview.json()
  expect([preview.status, lines]).toEqual([200, 4])
  const tila = { at: 1, heading: 'Tila', samples: ['kyllä', 'ei'], means: null, may_say_no: false }
  expect(columns[1]).toEqual(tila)
  const refused = await importing(csv)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({
    code: 'columns_unclear',
    message: 'Please say what “Tila” means before you import.',
    details: { columns },
  })
  expect((await listed(`?q=${tag}`)).subscribers).toEqual([])
  for (const wrong of [[{ at: 1, heading: 'Tila', means: 'x' }], [{ at: -1, heading: '', means: 'left' }], 'x']) {
    expect((await importing(csv, { columns: wrong })).status).toBe(400)
  }
  const answered = await importing(csv, { columns: [{ at: 1, heading: 'Tila', means: 'left' }] })
  expect(await answered.json()).toMatchObject({ entries: 2, added: 0, said_no: 2 })
  // Also for an answer that would add them.
  const again = await importing(csv, { columns: [{ at: 1, heading: 'Tila', means: 'ignored' }] })
  expect(await again.json()).toMatchObject({ entries: 2, added: 0, said_no: 2, unsubscribed_earlier: 2 })
  expect(await api.mayBeWrittenTo(`no-${tag}@example.com`)).toBe(false)
  expect(JSON.stringify(await audits('import'))).not.toContain(tag)
})

test('a file whose name says that its people left, as programs name them, is refused', async () => {
  const csv = `Email Address,OPTIN_TIME\n${word()}@example.com,2024-01-01`
  for (const file_name of ['unsubscribed_email_audience_export_1a2b.csv', 'Nonsubscribed.csv', 'Abgemeldete.txt']) {
    for (const path of ['preview-subscribers', 'import-subscribers']) {
      const response = await api.call(path, { token: admin.token, body: { csv, file_name, ...consent } })
      expect([file_name, path, response.status]).toEqual([file_name, path, 400])
      expect((await response.json()).message).toContain(`The file is called “${file_name}”.`)
    }
  }
  expect((await importing(csv, { file_name: 'subscribed_email_audience_export_1a2b.csv' })).status).toBe(200)
})

test('the export is a file for spreadsheet programs: with byte order mark, filter and consent, and without formulas', async () => {
  const tag = word()
  const odd = [`=1+${tag}@example.com`, `+${tag}@example.com`, `-${tag}@example.com`, `'${tag}@example.com`]
  const words = '=HYPERLINK("http://evil.example","x"), she said\nyes'
  expect((await importing(odd.join('\n'), { consent_text: words })).status).toBe(200)
  const response = await api.call(`export-subscribers?q=${tag}&state=on`, { token: admin.token })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="tkw-subscribers-\d{4}-\d\d-\d\d\.csv"$/,
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const text = bytes.toString('utf8').slice(1)
  expect(text.split('\r\n')[0]).toBe(
    'email,state,source,consented_at,consent_text,confirmed_at,unsubscribed_at,unsubscribe_reason,created_at',
  )
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""x""), she said\nyes"`)
  for (const line of text.split('\r\n').slice(1, -1)) expect(line).toMatch(/^'/)
  expect(await imported(text)).toMatchObject({ added: 0, already: 4, invalid: [] })
  expect((await audits('export')).at(-1)).toMatchObject({ actor: admin.id, after: { state: 'on', searched: true } })
  expect(JSON.stringify(await audits('export'))).not.toContain(tag)
  expect((await exported(`?q=${tag}&state=off`)).split('\r\n')).toHaveLength(2)
})

test('an export longer than a page has every row once, while others sign up and unsubscribe', async () => {
  const tag = word()
  const emails = Array.from({ length: 4_500 }, (_, n) => `${tag}.${n}@example.com`)
  expect(await imported(emails.join('\n'))).toMatchObject({ added: 4_500 })
  const response = await api.call(`export-subscribers?q=${tag}`, { token: admin.token })
  // The response has begun; a new row is newer than its position, and a deleted row was either sent already or is not.
  await imported(`${tag}.late@example.com`)
  const lines = (await response.text()).split('\r\n').slice(1, -1)
  const exported = lines.map((line) => line.split(',')[0]).filter((email) => !email?.includes('late'))
  expect(exported.toSorted()).toEqual(emails.toSorted())
})

test('a body as large as a long list is accepted from an administrator, and a larger one is refused', async () => {
  const line = (n: number) => `"Somebody with a name, number ${n}",x${n}@invalid\n`
  const large = Array.from({ length: 40_000 }, (_, n) => line(n)).join('')
  expect(large.length).toBeGreaterThan(1_500_000)
  const response = await importing(`name,email\n${large}`)
  expect(response.status).toBe(200)
  expect((await response.json()).invalid).toHaveLength(40_000)
  expect((await importing('x'.repeat(10 * 1_048_576))).status).toBe(413)
})

test('an erasure deletes everything the list stores about an address, and keeps the suppression hash', async () => {
  const email = `erased-${word()}@example.com`
  const order = await api.db.order({ customer_email: email })
  await api.client().from('email_signups').insert({ email })
  const { id } = (await listed(`?q=${email}`)).subscribers[0]
  const message = (kind: string, order_id: string | null) => ({
    kind,
    cause: crypto.randomUUID(),
    recipient: email,
    order_id,
    message_id: `<${crypto.randomUUID()}@x>`,
  })
  const [ofOrder, ofCampaign] = [message('order_confirmation', order.id), '<campaign.x@x>']
  await api.db.asService(async (tx) => {
    await tx.insertInto('private.outbox').values([ofOrder]).execute()
    for (const message_id of [ofOrder.message_id, ofCampaign]) {
      await tx
        .insertInto('private.mailbox')
        .values({ message_id, sender: 's', recipient: email, subject: 's', html: '', text: '' })
        .execute()
    }
    await sql`with c as (insert into private.campaigns (subject, message, content_hash, provider)
        values ('s', 'm', ${email}, 'smtp') returning id)
      insert into private.campaign_recipients (campaign_id, signup_id, email) select id, ${id}, ${email} from c`.execute(
      tx,
    )
  })
  expect((await api.call('erase-subscriber', { token: admin.token, body: { id } })).status).toBe(200)
  const left = await api.db.asService(async (tx) => {
    const count = async (table: string, column: string) =>
      (
        await sql<{
          n: number
        }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${email}`.execute(tx)
      ).rows[0]?.n
    return {
      row: await count('email_signups', 'email'),
      log: await count('private.consent_log', 'email'),
      recipients: await count('private.campaign_recipients', 'email'),
      outbox: await count('private.outbox', 'recipient'),
      mailbox: await count('private.mailbox', 'recipient'),
    }
  })
  expect(left).toEqual({ row: 0, log: 0, recipients: 0, outbox: 1, mailbox: 1 })
  expect(await imported(email)).toMatchObject({ added: 0, said_no: 1, unsubscribed_earlier: 1 })
  expect((await audits('erase')).at(-1)).toMatchObject({ actor: admin.id, row_id: id, before: null, after: null })
  expect((await api.call('erase-subscriber', { token: admin.token, body: { id } })).status).toBe(404)
})
