import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, type SubscribersApi, startSubscribersApi, unique } from '../fixtures/subscribers-api.ts'

let api: SubscribersApi

beforeAll(async () => {
  api = await startSubscribersApi()
  await api.rules({ doubleOptIn: false })
})
afterAll(() => api[Symbol.asyncDispose]())

const importOf = async (csv: string) => {
  const { token } = await api.tokenOf('admin')
  const body = { csv, consent_text: 'They asked for letters at the market.', source: 'Market' }
  return (await api.call('import-subscribers', { token, body })).json()
}

test('one-click unsubscribe of a mail program: no key, no cookie, any body, 200 at once, also twice', async () => {
  for (const [body, headers] of [
    ['List-Unsubscribe=One-Click', form],
    ['', {}],
    [
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      { 'Content-Type': 'multipart/form-data; boundary=x' },
    ],
    ['anything', { 'Content-Type': 'text/plain' }],
  ] as const) {
    const email = await api.signUp()
    const token = await api.leavingToken(email)
    for (let n = 0; n < 2; n += 1) {
      const response = await api.call(`unsubscribe?token=${token}`, { body, headers })
      expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null])
    }
    expect(await api.mayBeWrittenTo(email)).toBe(false)
    expect(await api.eventsOf(email)).toEqual(['signed_up', 'unsubscribed'])
    expect(await api.rowOf(email)).toMatchObject({ unsubscribe_reason: 'unsubscribed' })
  }
})

test('opening the link changes nothing and redirects to the page', async () => {
  const email = await api.signUp()
  const token = await api.leavingToken(email)
  for (const method of ['GET', 'HEAD']) {
    const response = await fetch(`${api.url}/functions/v1/unsubscribe?token=${token}`, { method, redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([303, `/unsubscribe?token=${token}`])
  }
  expect(await api.mayBeWrittenTo(email)).toBe(true)
  const other = await api.call('unsubscribe?token=https://evil.example/%0d%0aX:1')
  expect([other.status, other.headers.get('location')]).toEqual([303, '/unsubscribe'])
})

test('an invalid token reveals and changes nothing, on any path', async () => {
  const email = await api.signUp()
  const token = await api.leavingToken(email)
  const joining = await api.joiningToken(email)
  const wrong = [
    '',
    'x',
    token.slice(1),
    `${token}A`,
    token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    joining,
  ]
  for (const each of wrong) {
    expect((await api.call('unsubscribe', { body: { token: each } })).status).toBe(400)
    const click = await api.call(`unsubscribe?token=${encodeURIComponent(each)}`, {
      body: 'List-Unsubscribe=One-Click',
      headers: form,
    })
    expect(click.status).toBe(400)
    const button = await api.call(`unsubscribe?token=${encodeURIComponent(each)}`, {
      body: 'say=complaint',
      headers: form,
    })
    expect([button.status, button.headers.get('location')]).toEqual([303, '/unsubscribe'])
    if (each !== joining) expect((await api.call('list-place', { body: { token: each } })).status).toBe(400)
  }
  expect(await api.mayBeWrittenTo(email)).toBe(true)
  for (const body of ['{', '[]', 'null', '{"token":1}', `{"token":"${'x'.repeat(300)}"}`, '{"token":"\\u0000"}']) {
    for (const path of ['unsubscribe', 'list-place', 'confirm-sign-up']) {
      const response = await api.call(path, { body, headers: { 'Content-Type': 'application/json' } })
      expect([path, body, response.status]).toEqual([path, body, 400])
    }
  }
})

test('the page’s buttons: unsubscribe, then complain, and the state is shown without the address', async () => {
  const email = `mary-${crypto.randomUUID()}@example.co.uk`
  await api.signUp(email)
  const token = await api.leavingToken(email)
  expect(await api.placeOf(token)).toEqual({
    state: 'on',
    address: 'm•••@e•••.uk',
    may_take_back: false,
    complained: false,
  })
  const press = (say: string) => api.call(`unsubscribe?token=${token}`, { body: `say=${say}`, headers: form })
  const pressed = await press('unsubscribed')
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `/unsubscribe?token=${token}`])
  expect(await api.placeOf(token)).toMatchObject({ state: 'off', may_take_back: true, complained: false })
  await press('complaint')
  expect(await api.placeOf(token)).toMatchObject({ state: 'off', may_take_back: false, complained: true })
  await press('mistake')
  await press('unsubscribed')
  expect(await api.placeOf(token)).toMatchObject({ state: 'off', may_take_back: false, complained: true })
  expect(await api.eventsOf(email)).toEqual(['signed_up', 'unsubscribed', 'complaint'])
})

test('the owner is notified of a complaint once for each sign-up, with the address masked', async () => {
  const email = await api.signUp()
  const token = await api.leavingToken(email)
  for (let n = 0; n < 3; n += 1) {
    expect((await api.call('unsubscribe', { body: { token, reason: 'complaint' } })).status).toBe(200)
  }
  const { rows } = await api.db.asService((tx) =>
    sql<{ id: string }>`select id from private.outbox where kind = 'subscriber_complaint' and data ->> 'signupId' =
      (select id::text from public.email_signups where email = ${email})`.execute(tx),
  )
  expect(rows).toHaveLength(1)
  const [complaint] = (await api.emails()).filter(({ kind }) => kind === 'subscriber_complaint').slice(-1)
  expect(complaint?.email?.text).toContain('never signed up')
  expect(complaint?.email?.text).not.toContain(email)
})

test('an unsubscription can be undone within an hour, and not later', async () => {
  const email = await api.signUp()
  const token = await api.leavingToken(email)
  const press = (say: string) => api.call(`unsubscribe?token=${token}`, { body: `say=${say}`, headers: form })
  await press('unsubscribed')
  await press('mistake')
  expect(await api.mayBeWrittenTo(email)).toBe(true)
  expect(await api.eventsOf(email)).toEqual(['signed_up', 'unsubscribed', 'resumed'])
  await press('unsubscribed')
  await api.setClockAhead(3_700)
  try {
    expect(await api.placeOf(token)).toMatchObject({ state: 'off', may_take_back: false })
    await press('mistake')
    expect(await api.mayBeWrittenTo(email)).toBe(false)
  } finally {
    await api.setClockAhead(0)
  }
})

test('an undo removes only this objection: an older one stays', async () => {
  const email = await api.signUp()
  const token = await api.leavingToken(email)
  await api.db.asService((tx) =>
    sql`insert into private.suppressions (address_hash, reason, at)
      values (private.address_hash(${email}), 'unsubscribed', now() - interval '1 minute')`.execute(tx),
  )
  for (const say of ['unsubscribed', 'mistake']) {
    await api.call(`unsubscribe?token=${token}`, { body: `say=${say}`, headers: form })
  }
  expect(await api.mayBeWrittenTo(email)).toBe(false)
  expect(await api.placeOf(token)).toMatchObject({ state: 'off' })
})

test('an unsubscribed address stays off the list after removal, import, correction, erasure and an update by the service', async () => {
  const admin = await api.tokenOf('admin')
  const rest = api.client(admin.token)
  const service = api.client(api.serviceRoleKey)
  const email = await api.signUp()
  const token = await api.leavingToken(email)
  await api.call('unsubscribe', { body: { token } })

  expect(await importOf(email)).toMatchObject({ added: 0, said_no: 1 })
  expect((await rest.from('email_signups').delete().eq('email', email)).error).toBeNull()
  expect(await importOf(email.toUpperCase())).toMatchObject({ added: 0, said_no: 1 })
  expect((await service.from('email_signups').insert({ email })).error).toBeNull()
  expect(await api.mayBeWrittenTo(email)).toBe(false)
  const again = { unsubscribed_at: null, unsubscribe_reason: null, confirmed_at: new Date().toISOString() }
  expect((await service.from('email_signups').update(again).eq('email', email)).error).toBeNull()
  expect(await api.mayBeWrittenTo(email)).toBe(false)

  const other = await api.signUp()
  expect((await service.from('email_signups').delete().eq('email', email)).error).toBeNull()
  expect((await rest.from('email_signups').update({ email }).eq('email', other)).error).toBeNull()
  expect(await api.mayBeWrittenTo(email)).toBe(false)

  const { id } = (await api.rowOf(email)) ?? {}
  expect((await api.call('erase-subscriber', { token: admin.token, body: { id } })).status).toBe(200)
  expect(await importOf(email)).toMatchObject({ added: 0, said_no: 1 })
})

test('a corrected address keeps the objection, and removing it is not consent', async () => {
  const { token } = await api.tokenOf('admin')
  const rest = api.client(token)
  const [email, corrected] = [await api.signUp(), unique()]
  await api.call('unsubscribe', { body: { token: await api.leavingToken(email) } })
  await rest.from('email_signups').update({ email: corrected }).eq('email', email)
  expect(await api.mayBeWrittenTo(corrected)).toBe(false)
  await rest.from('email_signups').delete().eq('email', corrected)
  expect(await importOf(corrected)).toMatchObject({ added: 0, said_no: 1 })
})

test('a link from before its address was corrected or removed unsubscribes every address of its sign-up', async () => {
  const { token } = await api.tokenOf('admin')
  const rest = api.client(token)
  const [email, corrected] = [await api.signUp(), unique()]
  const old = await api.leavingToken(email)
  await rest.from('email_signups').update({ email: corrected }).eq('email', email)
  await rest.from('email_signups').delete().eq('email', corrected)
  expect(await importOf(corrected)).toMatchObject({ added: 1 })
  expect(
    (await api.call(`unsubscribe?token=${old}`, { body: 'List-Unsubscribe=One-Click', headers: form })).status,
  ).toBe(200)
  expect(await api.mayBeWrittenTo(corrected)).toBe(false)
  expect(await importOf(`${email}\n${corrected}`)).toMatchObject({ added: 0, said_no: 2 })
})

test('every e-mail to the list has the footer and the headers for unsubscribing, and its links work', {
  tags: ['S37'],
}, async () => {
  const email = await api.signUp()
  const [found] = (await api.emails()).filter(({ recipient }) => recipient === email)
  const sent = found?.email
  const token = await api.leavingToken(email)
  expect(sent?.headers).toEqual({
    'List-Unsubscribe': `<http://localhost:3000/functions/v1/unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  for (const part of [sent?.html, sent?.text]) {
    expect(part).toContain(`http://localhost:3000/unsubscribe?token=${token}`)
    expect(part).not.toContain(email)
  }
})

test('a mail provider’s report needs the service key, and is accepted for unknown addresses', async () => {
  const email = await api.signUp()
  const stranger = unique()
  const { token: admin } = await api.tokenOf('admin')
  const report = (body: object, token?: string) => api.call('report-mail-problem', { body, ...(token && { token }) })
  expect((await report({ email, kind: 'complaint' })).status).toBe(401)
  expect((await report({ email, kind: 'complaint' }, api.anonKey)).status).toBe(401)
  expect((await report({ email, kind: 'complaint' }, admin)).status).toBe(403)
  expect(await api.mayBeWrittenTo(email)).toBe(true)
  const key = api.serviceRoleKey
  for (const bad of [
    { email: 'x', kind: 'bounced' },
    { email, kind: 'unsubscribed' },
    { email: 'a\0@b.co', kind: 'bounced' },
    {},
  ]) {
    expect((await report(bad, key)).status).toBe(400)
  }
  expect((await report({ email: ` ${email.toUpperCase()} `, kind: 'bounced' }, key)).status).toBe(200)
  expect(await api.rowOf(email)).toMatchObject({ unsubscribe_reason: 'bounced' })
  expect((await report({ email, kind: 'complaint' }, key)).status).toBe(200)
  expect((await report({ email, kind: 'bounced' }, key)).status).toBe(200)
  expect(await api.rowOf(email)).toMatchObject({ unsubscribe_reason: 'complaint' })
  expect((await report({ email: stranger, kind: 'complaint' }, key)).status).toBe(200)
  expect(await importOf(stranger)).toMatchObject({ added: 0, said_no: 1 })
})
