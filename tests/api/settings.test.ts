import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shop as shopDefaults } from '#shop-defaults'
import { sizes } from '#shop-sizes'
import { fetchFunction } from '#tests/fixtures/fetch-function.ts'
import { type SettingsShop, startSettingsShop } from '#tests/fixtures/settings-shop.ts'

let shop: SettingsShop
let ruth: { id: string; token: string }
let esther: { id: string; token: string }

beforeAll(async () => {
  shop = await startSettingsShop()
  ruth = await shop.user({ admin: true })
  esther = await shop.user({ admin: true })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => shop.db.asService((tx) => tx.deleteFrom('private.settings').execute()))

type Options = { body?: unknown; token?: string | null; at?: SettingsShop; path?: string }

async function ask({ body, token = ruth.token, at = shop, path = 'settings' }: Options = {}) {
  const response = await fetchFunction(at, { path, token, body })
  expect(response.headers.get('cache-control')).toBe('no-store')
  return { status: response.status, body: await response.json() }
}

/** Changes a setting with its current version. */
async function change(name: string, value: unknown) {
  const { version } = (await ask()).body[name]
  return ask({ body: { name, value, version } })
}

const audited = () =>
  shop.db.asService((tx) =>
    tx
      .selectFrom('private.audit_log')
      .select(['row_id', 'actor', 'action', 'after'])
      .where('table_name', '=', 'settings')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )

test('only administrators read and change them', async () => {
  const customer = await shop.user()
  const former = await shop.user({ admin: true })
  await shop.db.asService((tx) => tx.deleteFrom('user_roles').where('user_id', '=', former.id).execute())
  for (const body of [undefined, { name: 'banner', value: 'Mine', version: null }]) {
    expect((await ask({ body, token: null })).status).toBe(401)
    expect((await ask({ body, token: customer.token })).status).toBe(403)
    expect((await ask({ body, token: former.token })).status).toBe(403)
  }
  expect((await ask()).body.banner).toEqual({ value: 'Free UK Shipping Over {free}', version: null })
})

test('a change applies at once, returns its version, and the audit log names the user', { tags: ['S44'] }, async () => {
  const { status, body } = await change('banner', '  Back on Monday ')
  expect([status, body.banner.value]).toEqual([200, 'Back on Monday'])
  expect(shop.remembered('banner')).toBe('Back on Monday')
  expect(await audited()).toMatchObject({ row_id: 'banner', actor: ruth.id, action: 'insert' })
  const again = await ask({ token: esther.token, body: { name: 'banner', value: '', version: body.banner.version } })
  expect([again.status, again.body.banner.value, shop.remembered('banner')]).toEqual([200, '', ''])
  expect(await audited()).toMatchObject({ actor: esther.id, action: 'update', after: { value: '' } })
  // A change made elsewhere, as by another instance, arrives.
  await shop.db.asService((tx) => tx.deleteFrom('private.settings').execute())
  await expect.poll(() => shop.remembered('banner'), { interval: 5 }).toBeUndefined()
})

test('of two administrators with the page open the second sees a conflict, and the first change is not lost', async () => {
  const opened = (await ask()).body
  const press = (value: number, version: string | null, token = ruth.token) =>
    ask({ token, body: { name: 'production_days', value, version } })
  const first = await press(12, opened.production_days.version)
  expect(first.status).toBe(200)
  const second = await press(20, opened.production_days.version, esther.token)
  expect([second.status, second.body.code]).toEqual([409, 'conflict'])
  expect((await ask()).body.production_days.value).toBe(12)
  const presses = [13, 14, 15].map((value) => press(value, first.body.production_days.version))
  expect((await Promise.all(presses)).map(({ status }) => status).sort()).toEqual([200, 409, 409])
  // A change of another setting is not a conflict.
  expect((await ask({ body: { name: 'banner', value: 'Open', version: opened.banner.version } })).status).toBe(200)
})

test.each([
  ['banner', 'x'.repeat(57), 'Please keep it to 56 characters.'],
  ['banner', 'a\nb', 'Please enter one line of plain text.'],
  ['banner', 5, 'Please enter a text.'],
  ['launch_at', '2026-12-05T18:00', 'Please enter a date and time.'],
  ['closing', { closed: true, until: 'soon', reason: '' }, 'Please enter a date and time, or leave it blank.'],
  ['closing', { closed: true, until: null, reason: 'x'.repeat(141) }, 'Please keep it to 140 characters.'],
  ['production_days', 0, 'Please enter at least one working day.'],
  ['production_days', 1.5, 'Please enter a whole number of days.'],
  ['production_days', null, 'Please enter a whole number of days.'],
  ['production_days', 61, 'Please enter at most 60 working days.'],
  ['zones_off', ['uk'], 'United Kingdom can’t be switched off.'],
  ['zones_off', ['moon'], 'There is no zone moon.'],
  ['countries_off', ['GB'], 'United Kingdom can’t be switched off.'],
  ['countries_off', ['AQ'], 'The shop has no delivery to AQ.'],
  ['samples', { offered: true, pricePence: 29 }, 'Please enter a price from £0.30 to £20.00, or 0 for free samples.'],
  [
    'samples',
    { offered: true, pricePence: 2_001 },
    'Please enter a price from £0.30 to £20.00, or 0 for free samples.',
  ],
  ['samples', { offered: true, pricePence: 'three' }, 'Please enter a price in pounds and pence, such as 3.00.'],
  ['samples', { offered: true, pricePence: 1.5 }, 'Please enter a price in pounds and pence, such as 3.00.'],
  ['samples', { offered: true, pricePence: 300, most: 7 }, 'Please enter a number of fabrics from 1 to 6.'],
  ['samples', { offered: true, pricePence: 300, dispatchDays: 'two' }, 'Please enter whole working days from 1 to 20.'],
  ['days_off', [{ from: '2026-12-30', until: '2026-12-01' }], 'The last day cannot be before the first.'],
  ['days_off', [{ from: '2027-02-30', until: '2027-03-01' }], 'Please enter the first day.'],
  ['days_off', [{ from: '2027-01-01', until: '2028-01-02' }], 'A holiday can last at most a year.'],
])('%s of %j is refused with words for the field', async (name, value, message) => {
  const response = await change(name, value)
  expect([response.status, response.body.code, response.body.message]).toEqual([400, 'bad_request', message])
  expect((await ask()).body[name].version).toBeNull()
})

test('delivery prices are versions by day: new services get ids, the past stays, each country has one zone', async () => {
  const [own, ...others] = shopDefaults.zones
  const express = {
    id: '',
    label: 'Special Delivery',
    pricePence: 895,
    freeFromPence: null,
    transitDays: { from: 1, to: 1 },
  }
  const zones = [{ ...own, services: [...(own?.services ?? []), express] }, ...others]
  const today = new Date((await ask()).body.now).toLocaleDateString('sv-SE', { timeZone: 'Europe/London' })
  const saved = await change('delivery', [{ from: today, zones }])
  expect(saved.status).toBe(200)
  const { rates } = (await ask({ path: 'shop-terms', token: null })).body
  expect(rates[0].services.at(-1)).toEqual({ ...express, id: 'special-delivery' })
  const { value, version } = saved.body.delivery
  const save = (next: unknown) => ask({ body: { name: 'delivery', value: next, version } })
  const past = await save([{ from: '2020-01-01', zones: value[0].zones }])
  expect([past.status, past.body.message]).toEqual([400, 'Please choose today or a later day.'])
  const twice = await save([
    { from: today, zones: [...zones, { ...others[0], id: '', name: 'Ireland', countries: ['IE'] }] },
  ])
  expect([twice.status, twice.body.message]).toEqual([400, 'Ireland is in Europe too: a country has one zone.'])
  const abroad = await save([{ from: today, zones: others }])
  expect(abroad.body.message).toBe('United Kingdom is the shop’s own country, the first of the first zone.')
})

test('what is due at a border is the owner’s from a day on; the past stays, and a country is there once a day', async () => {
  const today = new Date((await ask()).body.now).toLocaleDateString('sv-SE', { timeZone: 'Europe/London' })
  const due = { paidBy: 'shop', text: ' We pay it. ', dutyPercent: 12, taxPercent: null }
  const saved = await change('duties', [{ from: today, countries: ['FR', 'DE'], due }])
  const kept = { from: today, countries: ['FR', 'DE'], due: { ...due, text: 'We pay it.' } }
  expect([saved.status, saved.body.duties.value]).toEqual([200, [kept]])
  const past = await change('duties', [kept, { from: '2020-01-01', countries: ['FR'], due: null }])
  expect([past.status, past.body.message]).toEqual([400, 'Please choose today or a later day.'])
  const refused = async (entry: object) => (await change('duties', [kept, { ...kept, ...entry }])).body.message
  expect(await refused({})).toBe('A country is there twice for one day. Please load the page again.')
  expect(await refused({ countries: ['ZZ'] })).toBe('There is no such country.')
  expect(await refused({ countries: ['IT'], due: { ...due, text: '' } })).toBe('Please write what customers read.')
  expect(await refused({ countries: ['IT'], due: { ...due, dutyPercent: 201 } })).toBe(
    'Please enter a rate from 0 to 200 per cent, or leave it blank.',
  )
  // An entry that has begun is the past of tomorrow.
  await shop.db.asService((tx) =>
    sql`update private.settings set value = jsonb_set(value, '{0,from}', '"2026-01-01"') where name = 'duties'`.execute(
      tx,
    ),
  )
  expect((await change('duties', [])).body.message).toBe('Please choose today or a later day.')
})

test('the responsible person opens the EU of a live shop at once, and their removal closes it', async () => {
  await using live = await startSettingsShop({ live: true })
  const owner = await live.user({ admin: true })
  const settings = async (body?: object) => (await ask({ at: live, token: owner.token, ...(body && { body }) })).body
  const save = async (value: object) => {
    const { version } = (await settings()).responsible_person
    return settings({ name: 'responsible_person', value, version })
  }
  const before = await settings()
  expect([before.closed_by_law.length, before.responsible_person.value.name]).toEqual([27, ''])
  const person = { name: 'Maeve Byrne', address: ['2 Main Street', 'Cork'], email: 'maeve@example.com' }
  expect((await save({ ...person, email: '' })).message).toBe('Please enter the e-mail address too.')
  expect((await save(person)).closed_by_law).toEqual([])
  const { rates } = (await ask({ at: live, path: 'shop-terms', token: null })).body
  expect(rates.flatMap(({ countries }: { countries: string[] }) => countries)).toContain('FR')
  expect((await save({ name: '', address: [], email: '' })).closed_by_law).toHaveLength(27)
})

test('an unknown name and an invalid version are refused', async () => {
  expect((await ask({ body: { name: 'opened', value: true, version: null } })).status).toBe(400)
  expect((await ask({ body: { name: 'banner', value: 'x', version: "now'" } })).status).toBe(400)
  expect((await ask({ body: { name: 'banner', value: 'x' } })).status).toBe(400)
})

test('days off are stored in order, joined where they overlap, without past ones', async () => {
  const { body } = await change('days_off', [
    { from: '2030-05-06', until: '2030-05-10' },
    { from: '2019-01-01', until: '2019-01-05' },
    { from: '2030-05-02', until: '2030-05-07' },
  ])
  expect(body.days_off.value).toEqual([{ from: '2030-05-02', until: '2030-05-10' }])
})

test('a look is published whole, keeps the one before it, and is refused where it cannot be read', async () => {
  const first = {
    paper: '#f7f2e8',
    ink: '#2a2320',
    accent: '#6b2737',
    typefaces: 'ibarra',
    corners: 'square',
    wordmark: null,
  }
  const green = { ...first, accent: '#24513F', typefaces: 'newsreader', corners: 'soft' }
  expect((await ask()).body.look).toEqual({ value: { shown: first, before: null }, version: null })
  // What is sent as the look before is not believed.
  const { status, body } = await change('look', { shown: green, before: green })
  const stored = { ...green, accent: '#24513f' }
  expect([status, body.look.value]).toEqual([200, { shown: stored, before: first }])
  expect((await change('look', { shown: first })).body.look.value).toEqual({ shown: first, before: stored })
  for (const [look, message] of [
    [
      { ...first, accent: '#ffff00' },
      'Please choose a darker accent: labels, links and buttons are too faint in this one.',
    ],
    [{ ...first, ink: '#888888' }, 'Please choose a darker text colour, so that small text is easy to read.'],
    [{ ...first, paper: '#333333' }, 'Please choose a lighter background: pages have dark text.'],
    [
      { ...first, wordmark: { url: '/storage/v1/object/public/product-images/no.png' } },
      'A photograph is no longer stored. Please add it again.',
    ],
    [{ ...first, wordmark: { url: '/x.png")}' } }, 'Please add the picture again.'],
    [{ ...first, paper: 'red;}' }, 'Please enter a colour as # and six characters, such as #6b2737.'],
  ] as const) {
    const refused = await change('look', { shown: look })
    expect([refused.status, refused.body.message]).toEqual([400, message])
  }
  for (const shown of [{ ...first, typefaces: 'comic' }, { ...first, corners: 'round' }, null, 'red']) {
    expect((await change('look', { shown })).status).toBe(400)
  }
})

test('any visitor can read the current delivery zones and production days', async () => {
  await change('zones_off', ['europe'])
  await change('production_days', 15)
  await change('days_off', [{ from: '2030-05-06', until: '2030-05-07' }])
  const { status, body } = await ask({ path: 'shop-terms', token: null })
  expect(body.rates.map(({ id }: { id: string }) => id)).toEqual(['uk', 'world'])
  expect([status, body]).toEqual([
    200,
    {
      rates: body.rates,
      zones: ['uk', 'world'],
      countriesOff: [],
      deliversToNorthernIreland: true,
      guaranteeNotices: [],
      productionDays: 15,
      daysOff: ['2030-05-06', '2030-05-07'],
      samplesPence: 300,
      pause: null,
    },
  ])
})

test('a closed shop tells any visitor why, and until when', async () => {
  await change('closing', { closed: true, until: '2100-01-04T09:00:00Z', reason: 'On holiday' })
  const text = 'On holiday. You can order again from Monday 4 January 2100 at 09:00, UK time.'
  const { body } = await ask({ path: 'shop-terms', token: null })
  expect(body.pause).toEqual({ text, until: '2100-01-04T09:00:00.000Z' })
  await change('closing', { closed: false, until: null, reason: '' })
  expect((await ask({ path: 'shop-terms', token: null })).body.pause).toBeNull()
})

test('a launch from the environment is shown as such, and cannot be changed here', async () => {
  await using fixed = await startSettingsShop({ launchAt: new Date('2030-01-01T10:00:00Z') })
  const admin = await fixed.user({ admin: true })
  const { body } = await ask({ at: fixed, token: admin.token })
  expect(body.launch_at).toEqual({ value: '2030-01-01T10:00:00.000Z', version: null, fixed: true })
  const change = { name: 'launch_at', value: '2031-01-01T10:00:00Z', version: null }
  const response = await ask({ at: fixed, token: admin.token, body: change })
  expect([response.status, response.body.message]).toEqual([
    400,
    'LAUNCH_AT is set on the server, and it decides when the shop opens.',
  ])
})

test('an invalid stored value shows the default, and can be replaced', async () => {
  await shop.db.asService((tx) =>
    tx.insertInto('private.settings').values({ name: 'production_days', value: '"many"' }).execute(),
  )
  expect((await ask()).body.production_days.value).toBe(10)
  expect((await change('production_days', 11)).body.production_days.value).toBe(11)
})

test('kinds are the owner’s: one that garments have stays, and of two who rename at once the second sees a conflict', async () => {
  const kindsOf = async () =>
    (await ask()).body.kinds.value as { id: string; plural: string; slug: string; former: string[] }[]
  const first = await kindsOf()
  expect(first.map(({ plural }) => plural)).toEqual(['Dresses', 'Skirts', 'Coats', 'Tops', 'Accessories'])
  const garment = await shop.db.product({ kind: 'coat' })
  const renamed = first.map((kind) => (kind.id === 'coat' ? { ...kind, plural: 'Cloaks & coats' } : kind))
  const opened = (await ask()).body.kinds.version
  const answers = await Promise.all(
    [ruth, esther].map(({ token }) => ask({ token, body: { name: 'kinds', value: renamed, version: opened } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await kindsOf()).find(({ id }) => id === 'coat')).toMatchObject({ slug: 'cloaks-coats', former: ['coats'] })

  const without = async (id: string) =>
    change(
      'kinds',
      (await kindsOf()).filter((kind) => kind.id !== id),
    )
  const refused = await without('coat')
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'One garment is of the kind “Cloaks & coats”. Please change that first.',
  ])
  expect((await without('top')).status).toBe(200)
  // An inactive garment has its kinds too, also one that is not built in.
  await change('kinds', [...(await kindsOf()), { id: '', name: 'Cape', plural: 'Capes' }])
  await shop.db.asService((tx) =>
    tx
      .updateTable('products')
      .set({ active: false, kinds: ['capes'] })
      .where('id', '=', garment.id)
      .execute(),
  )
  expect((await without('capes')).status).toBe(400)
  expect((await without('coat')).status).toBe(200)
  const twice = await change('kinds', [...(await kindsOf()), { id: '', name: 'Cape', plural: 'capes' }])
  expect(twice.body.message).toBe('There are two kinds called “capes”.')
})

test('a renamed size stays what garments have, and one in use says by what it is used', async () => {
  const { value } = (await ask()).body.sizes
  expect(value).toEqual(sizes)
  await shop.db.asService((tx) =>
    tx
      .updateTable('products')
      .set({ sizes: ['One size'] })
      .execute(),
  )
  const ordered = await shop.db.product({ sizes: ['8-10'] })
  const order = await shop.db.order({ payment_status: 'paid', provider_state: 'paid', paid_at: new Date() })
  await shop.db.asService((tx) =>
    sql`insert into order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, dispatch_by)
      values (${order.id}, 0, ${ordered.id}, 'a-dress', 'A Dress', '16-18', 89, 1, '2031-01-15')`.execute(tx),
  )
  const renamed = sizes.map((row) => (row.size === '8-10' ? { ...row, name: 'Small' } : row))
  const answers = await Promise.all(
    [ruth, esther].map(({ token }) => ask({ token, body: { name: 'sizes', value: renamed, version: null } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const without = async (size: string) => {
    const { body } = await change(
      'sizes',
      renamed.filter((row) => row.size !== size),
    )
    return body.message
  }
  expect(await without('8-10')).toBe(`Small can’t be removed: it is a size of ${ordered.name}.`)
  expect(await without('16-18')).toBe(
    `16-18 can’t be removed: it is still to be sent in ${order.order_number} (A Dress).`,
  )
  await shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ order_status: 'delivered' }).where('id', '=', order.id).execute(),
  )
  expect(await without('16-18')).toBeUndefined()
  expect((await ask()).body.sizes.value.map(({ name }: { name: string }) => name)).toEqual([
    'Small',
    '10-12',
    '12-14',
    '14-16',
  ])
})

test('a size is not called as a size of a garment or of a waiting order that is another one', async () => {
  await shop.db.asService((tx) =>
    tx
      .updateTable('products')
      .set({ sizes: ['One size'] })
      .execute(),
  )
  const garment = await shop.db.product({ sizes: ['16-18', '18–20'] })
  const rename = async (size: string, name: string) => {
    const value = sizes.map((row) => (row.size === size ? { ...row, name } : row))
    return (await change('sizes', value)).body.message
  }
  const taken = `18-20 is another size already: it is a size of ${garment.name}. Please choose another name.`
  expect(await rename('16-18', '18-20')).toBe(taken)
  expect(await rename('8-10', 'one SIZE')).toContain('one SIZE is another size already: it is a size of ')
  await shop.db.asService((tx) =>
    tx
      .updateTable('products')
      .set({ sizes: ['16-18'] })
      .execute(),
  )
  const order = await shop.db.order({ payment_status: 'paid', provider_state: 'paid', paid_at: new Date() })
  await shop.db.asService((tx) =>
    sql`insert into order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, dispatch_by)
      values (${order.id}, 0, ${garment.id}, 'a-dress', 'A Dress', '18-20', 89, 1, '2031-01-15')`.execute(tx),
  )
  expect(await rename('16-18', '18-20')).toContain(`is still to be sent in ${order.order_number} (A Dress)`)
  expect(await rename('16-18', 'Large')).toBeUndefined()
})

test('a carrier that parcels have is hidden, and never removed; one without parcels may go', async () => {
  const own = (name: string) => ({ name, trackingUrl: 'https://parcels.example/{number}', format: '', hidden: false })
  const four = (await ask()).body.carriers.value
  expect(four.map(({ name }: { name: string }) => name)).toEqual(['Royal Mail', 'Parcelforce', 'DPD', 'Evri'])
  expect((await change('carriers', [...four, own('InPost'), own('A friend')])).status).toBe(200)
  const order = await shop.db.order()
  await shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ shipping_carrier: 'inpost' }).where('id', '=', order.id).execute(),
  )
  expect((await change('carriers', [...four, own('InPost')])).status).toBe(200)
  const refused = await change('carriers', four)
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('InPost has parcels')])
  expect((await change('carriers', four.slice(1))).status).toBe(400)
  const hidden = await change('carriers', [...four, { ...own('InPost'), hidden: true }])
  expect([hidden.status, hidden.body.carriers.value.at(-1).hidden]).toEqual([200, true])
})

test('a fact is saved by its own rules, and a former order prefix is kept whatever the request says', async () => {
  const { body } = await ask()
  expect(body.identity).toMatchObject({ value: { name: 'The Kindred Wardrobe' }, version: null })
  expect(await change('trader', { ...body.trader.value, address: ['PO Box 7', 'Leeds'] })).toMatchObject({
    status: 400,
    body: { message: 'The law asks for the address where you are: a PO box is not enough.' },
  })
  await change('order_numbers', { orderPrefix: 'rd' })
  const second = await change('order_numbers', { orderPrefix: 'HG', formerOrderPrefixes: [] })
  expect(second.body.order_numbers.value).toEqual({ orderPrefix: 'HG', formerOrderPrefixes: ['TKW', 'RD'] })
  const back = await change('order_numbers', { orderPrefix: 'TKW' })
  expect(back.body.order_numbers.value).toEqual({ orderPrefix: 'TKW', formerOrderPrefixes: ['RD', 'HG'] })
})

test('the figures of the policies that a change replaces are kept with its time, whatever the request says', async () => {
  const { value } = (await ask()).body.policies
  const longer = await change('policies', { ...value, cancelDays: 30 })
  expect(longer.body.policies.value).toEqual({ ...value, cancelDays: 30, former: [{ cancelDays: 14, until: anyTime }] })
  const shorter = await change('policies', { ...value, claimDays: 9, cancelDays: 21, former: [] })
  const former = [
    { cancelDays: 14, until: anyTime },
    { claimDays: value.claimDays, cancelDays: 30, until: anyTime },
  ]
  expect(shorter.body.policies.value).toEqual({ ...value, claimDays: 9, cancelDays: 21, former })
  const same = await change('policies', shorter.body.policies.value)
  expect(same.body.policies.value).toEqual(shorter.body.policies.value)
})

const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
