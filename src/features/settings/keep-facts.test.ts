import { afterEach, expect, test } from 'vitest'
import { listenForChanges } from '#platform/database/changes.ts'
import { createLog } from '#platform/log.ts'
import { openSettings } from '#platform/settings.ts'
import { changeShop, shop } from '#shop'
import { testDatabase } from '#tests/fixtures/database.ts'
import { changeLook, currentLook, firstLook } from '#ui/look/look.ts'
import { defaultFacts, factGroupNames, factSchemas } from './facts.ts'
import { applyFacts, createFactsFollower, fillFacts } from './keep-facts.ts'

afterEach(() => {
  changeShop({})
  changeLook(firstLook)
})

const log = createLog({ level: 'silent' })

test.each(factGroupNames)('%s: the default is valid and stays as it is', (name) => {
  expect(factSchemas[name].parse(defaultFacts(name))).toEqual(defaultFacts(name))
})

test('the settings get what they lack once, and what the owner has saved stays', async () => {
  await using db = await testDatabase()
  const identity = { ...defaultFacts('identity'), name: 'Ruth & Daughters' }
  await db.asService((tx) =>
    tx
      .insertInto('private.settings')
      .values({ name: 'identity', value: JSON.stringify(identity) })
      .execute(),
  )
  const added = await db.asService(fillFacts)
  // The example of a responsible person is no fact.
  const others = factGroupNames.filter((name) => name !== 'identity' && name !== 'responsible_person')
  const apart = ['delivery', 'sizes', 'topics', 'colours', 'banner', 'production_days', 'samples']
  expect(added.toSorted()).toEqual([...others, ...apart].toSorted())
  expect(await db.asService(fillFacts)).toEqual([])
  const rows = await db.asService((tx) => tx.selectFrom('private.settings').select(['name', 'value']).execute())
  expect(rows.find(({ name }) => name === 'identity')?.value).toEqual(identity)
})

test('a change reaches the shop through its notification; an invalid one leaves the default', async () => {
  await using db = await testDatabase()
  const changes = await listenForChanges({ connectionString: db.connectionString, db, log })
  let follow: () => void = () => undefined
  const settings = await openSettings(db, changes, { onFresh: () => follow(), onFault: () => undefined })
  follow = createFactsFollower(settings, () => new Date(), log)
  await db.asService(fillFacts)
  const save = (name: string, value: unknown) =>
    db.asService((tx) =>
      tx
        .updateTable('private.settings')
        .set({ value: JSON.stringify(value) })
        .where('name', '=', name)
        .execute(),
    )
  await save('identity', { ...defaultFacts('identity'), name: 'Ruth & Daughters' })
  await save('policies', { ...defaultFacts('policies'), claimDays: 10 })
  await expect.poll(() => [shop.name, shop.policies.claimDays], { timeout: 1_000 }).toEqual(['Ruth & Daughters', 10])
  await save('policies', { ...defaultFacts('policies'), cancelDays: 7 })
  await expect.poll(() => shop.policies.claimDays, { timeout: 1_000 }).toBe(7)
  expect(shop.policies.cancelDays).toBe(14)
  await changes.close()
})

test('how many fabrics a set of samples has, and when it is posted, are the owner’s', () => {
  applyFacts(new Map([['samples', { offered: true, pricePence: 300, most: 6, dispatchDays: 5 }]]), new Date())
  expect(shop.samples).toEqual({ offered: true, pricePence: 300, most: 6, dispatchDays: 5 })
  // One that was stored without them.
  applyFacts(new Map([['samples', { offered: true, pricePence: 450 }]]), new Date())
  expect(shop.samples).toMatchObject({ most: 4, dispatchDays: 2 })
})

test('a published look is the current one; an invalid one leaves the first', async () => {
  await using db = await testDatabase()
  const changes = await listenForChanges({ connectionString: db.connectionString, db, log })
  let follow: () => void = () => undefined
  const settings = await openSettings(db, changes, { onFresh: () => follow(), onFault: () => undefined })
  follow = createFactsFollower(settings, () => new Date(), log)
  const save = (shown: unknown) => {
    const value = JSON.stringify({ shown, before: null })
    return db.asService((tx) =>
      tx
        .insertInto('private.settings')
        .values({ name: 'look', value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute(),
    )
  }
  const green = { ...firstLook, accent: '#24513f', corners: 'soft' }
  await save(green)
  await expect.poll(currentLook, { timeout: 1_000 }).toEqual(green)
  await save({ ...green, accent: '#ffff00' })
  await expect.poll(currentLook, { timeout: 1_000 }).toEqual(firstLook)
  await changes.close()
})

test.each([
  ['identity', { name: '' }, 'Please enter the shop’s name.'],
  ['identity', { name: 'Ruth <ruth@example.com>' }, 'Please leave out < > and ".'],
  [
    'trader',
    { address: ['PO Box 12', 'Leeds'] },
    'The law asks for the address where you are: a PO box is not enough.',
  ],
  ['trader', { companyNumber: '12' }, 'A company number has eight characters, such as 01234567.'],
  ['contact', { email: 'hello' }, 'Please enter a full e-mail address, such as hello@example.com.'],
  ['order_numbers', { orderPrefix: 'T1' }, 'Please enter two to six letters.'],
  ['policies', { cancelDays: 13 }, 'Please enter a whole number of days from 14 to 365.'],
  ['policies', { responseDays: '5-3' }, 'Please enter days such as 2-3, at most 14.'],
  [
    'responsible_person',
    { name: 'Maeve Byrne', address: ['2 Main Street'] },
    'Please enter the full postal address too.',
  ],
  [
    'responsible_person',
    { name: 'Maeve Byrne', address: ['2 Main Street', 'Cork'] },
    'Please enter the e-mail address too.',
  ],
  ['responsible_person', { email: 'maeve@example.com' }, 'Please enter the name too, or leave all three blank.'],
  [
    'list_consent',
    { listConsent: 'We will e-mail you about new garments and more.' },
    'Please say how to stop the e-mails: “Unsubscribe any time …”.',
  ],
] as const)('%s refuses %j', (name, facts, message) => {
  const read = factSchemas[name].safeParse({ ...defaultFacts(name), ...facts })
  expect(read.error?.issues[0]?.message).toBe(message)
})

test.each([
  ['trader', { companyNumber: 'sc 123456', vatNumber: '' }, { companyNumber: 'SC123456', vatNumber: null }],
  ['policies', { responseDays: '2 – 3' }, { responseDays: '2-3' }],
  ['order_numbers', { orderPrefix: 'rd' }, { orderPrefix: 'RD' }],
] as const)('%s reads %j as it is meant', (name, typed, facts) => {
  expect(factSchemas[name].parse({ ...defaultFacts(name), ...typed })).toMatchObject(facts)
})
