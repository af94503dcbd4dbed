import { type RawBuilder, sql } from 'kysely'
import { countryName, joinNames } from '#base/names.ts'
import { shopDate } from '#base/shop-clock.ts'
import { readShopNow, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { readSettingValues } from '#platform/settings.ts'
import type { PictureUse } from '#platform/storage/picture-use.ts'
import { type Shop, shop } from '#shop'
import type { Family } from '#shop-colours'
import { shop as defaults, type Zone } from '#shop-defaults'
import type { SizeRow } from '#shop-sizes'
import type { WordmarkPicture } from '#ui/look/look.ts'
import { type Carrier, findCarrier, readCarriers, usualCarriers } from '../carriers.ts'
import { coloursOf, nameFamilies } from '../colours.ts'
import { type DeliveryVersion, writeVersions } from '../delivery-versions.ts'
import { factsOf } from '../facts.ts'
import { type GuaranteeNotice, noticeBucket } from '../guarantee.ts'
import { type ShopKind, writeKinds } from '../kinds.ts'
import { type LookSetting, lookSettingOf, publishedLook } from '../look-setting.ts'
import { refuseOldDuties, type TypedDuty } from '../own-duties.ts'
import { holdSelling, readShopSettings } from '../read-shop-settings.ts'
import { type DayRange, joinRanges, type SettingName, type SettingValue, settingSchemas } from '../shop-settings.ts'
import { nameSizes, sizesOf } from '../sizes.ts'
import { nameTopics } from '../topics.ts'

/** `version`: the `updated_at` of the replaced value; null where there is none. */
export type Change = { name: SettingName; value: unknown; version: string | null }

/** The settings that stop selling. */
const pauses: readonly SettingName[] = ['launch_at', 'closing']

/** Writes one setting. Refuses bad_request for an invalid value, and conflict where the stored version is another one. */
export async function changeSetting(tx: Tx, { name, value, version }: Change): Promise<void> {
  const written = JSON.stringify(await readChange(tx, { name, value }))
  if (pauses.includes(name)) await holdSelling(tx)
  const done = version === null ? await add(tx, name, written) : await replace(tx, { name, written, version })
  if (done) return
  throw new AppError('conflict', 'Someone else saved this first. Choose below which version to keep.')
}

function add(tx: Tx, name: SettingName, written: string) {
  return tx
    .insertInto('private.settings')
    .values({ name, value: written })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
}

function replace(tx: Tx, { name, written, version }: { name: SettingName; written: string; version: string }) {
  return (
    tx
      .updateTable('private.settings')
      // Not the transaction's start: two changes of one moment need two versions.
      .set({ value: written, updated_at: sql`clock_timestamp()` })
      .where('name', '=', name)
      // Compared as text: a version with the form of a timestamp may be an invalid one.
      .where(sql<string>`updated_at::text`, '=', version)
      .returning('name')
      .executeTakeFirst()
  )
}

/** Pictures that a setting names, wherever in its value. */
export const settingPictures: PictureUse = {
  columns: ['private.settings.value'],
  shows: sql`exists (
    select from private.settings, jsonb_path_query(settings.value, 'strict $.** ? (@.type() == "string")') as text (one)
     where private.object_name_from_url(text.one #>> '{}') = object.name
  )`,
}

/** The value to store. Refuses bad_request, with a message for the field, for an invalid value. */
async function readChange(tx: Tx, { name, value }: Omit<Change, 'version'>): Promise<unknown> {
  const read = settingSchemas[name].safeParse(value)
  if (!read.success) throw new AppError('bad_request', read.error.issues[0]?.message ?? 'Please check this.')
  if (name === 'delivery') return changeDelivery(tx, read.data as DeliveryVersion[])
  if (name === 'duties') return changeDuties(tx, read.data as TypedDuty[])
  if (name === 'sizes') return changeSizes(tx, read.data as SettingValue<'sizes'>)
  if (name === 'colours') return changeColours(tx, read.data as SettingValue<'colours'>)
  if (name === 'topics') return nameTopics(read.data as SettingValue<'topics'>)
  if (name === 'zones_off') refuseZones(read.data as string[], await readZones(tx))
  if (name === 'countries_off') refuseCountries(read.data as string[], await readZones(tx))
  if (name === 'guarantee_notices') await refuseUnstored(tx, read.data as GuaranteeNotice[])
  if (name === 'kinds') return renameKinds(tx, read.data as SettingValue<'kinds'>)
  if (name === 'order_numbers') return keepFormerPrefix(tx, read.data as SettingValue<'order_numbers'>)
  if (name === 'policies') return keepFormerFigures(tx, read.data as SettingValue<'policies'>)
  if (name === 'carriers') await refuseUsedCarriers(tx, read.data as Carrier[])
  if (name === 'look') return publishLook(tx, read.data as LookSetting)
  return name === 'days_off' ? keepRanges(tx, read.data as DayRange[]) : read.data
}

/** The look with the one that was shown before. Refuses bad_request for a picture that is not stored. */
async function publishLook(tx: Tx, { shown: wanted }: LookSetting): Promise<LookSetting> {
  const shown = { ...wanted, wordmark: wanted.wordmark && (await describeWordmark(tx, wanted.wordmark)) }
  return publishedLook(shown, lookSettingOf(await readSettingValues(tx, 'look')))
}

async function describeWordmark(tx: Tx, { url }: WordmarkPicture): Promise<WordmarkPicture> {
  const { width, height } = await describePicture(tx, url)
  return { url, width, height }
}

/** The new prefix beside every former one, by which earlier orders are found. */
async function keepFormerPrefix(tx: Tx, typed: SettingValue<'order_numbers'>): Promise<unknown> {
  const before = factsOf('order_numbers', await readSettingValues(tx, 'order_numbers')) as PrefixFacts
  const former = new Set([...before.formerOrderPrefixes, before.orderPrefix])
  former.delete(String(typed.orderPrefix))
  return { orderPrefix: typed.orderPrefix, formerOrderPrefixes: [...former] }
}

/** The orders of a shop's last years have their figures. */
const mostFormer = 40

/** The new figures, beside those that they replace and that the orders of until now keep. */
async function keepFormerFigures(tx: Tx, typed: SettingValue<'policies'>): Promise<unknown> {
  const { former = [], ...before } = factsOf('policies', await readSettingValues(tx, 'policies')) as Shop['policies']
  const { former: _, ...figures } = typed
  const replaced = Object.entries(before).filter(([name, figure]) => figures[name as keyof typeof figures] !== figure)
  const until = (await readShopNow(tx)).toISOString()
  const last = replaced.length > 0 ? [{ ...Object.fromEntries(replaced), until }] : []
  return { ...figures, former: [...former, ...last].slice(-mostFormer) }
}

type PrefixFacts = Pick<Shop, 'orderPrefix' | 'formerOrderPrefixes'>

/** Refuses bad_request where a carrier is left out that is the shop's own, or that orders have: it can be hidden. */
async function refuseUsedCarriers(tx: Tx, wanted: readonly Carrier[]): Promise<void> {
  const known = await readCarriers(tx)
  for (const { name } of known.filter((carrier) => findCarrier(wanted, carrier.name) === null)) {
    const { rows } = await sql<{ isUsed: boolean }>`
      select (exists (select from public.pre_orders where lower(shipping_carrier) = lower(${name}))
        or exists (select from private.parcels where lower(carrier) = lower(${name}))) as "isUsed"`.execute(tx)
    if (rows[0]?.isUsed || findCarrier(usualCarriers, name)) {
      throw new AppError('bad_request', `${name} has parcels, so it can’t be removed or renamed. Hide it instead.`)
    }
  }
}

export function deliveryOf(values: ReadonlyMap<string, unknown>): DeliveryVersion[] {
  return settingSchemas.delivery.safeParse(values.get('delivery')).data ?? []
}

/** The zones of every version, today's and those to come, the shop's own first. */
export function zonesOfAll(versions: readonly DeliveryVersion[]): readonly Zone[] {
  return versions.length > 0 ? versions.flatMap(({ zones }) => zones) : defaults.zones
}

async function readDelivery(tx: Tx): Promise<DeliveryVersion[]> {
  return deliveryOf(await readSettingValues(tx, 'delivery'))
}

async function readZones(tx: Tx): Promise<readonly Zone[]> {
  return zonesOfAll(await readDelivery(tx))
}

/** The versions to store. Refuses bad_request for a change of the past. */
async function changeDelivery(tx: Tx, typed: readonly DeliveryVersion[]): Promise<DeliveryVersion[]> {
  const now = await readShopNow(tx)
  const versions = writeVersions(typed, await readDelivery(tx), shopDate(now))
  if (typeof versions === 'string') throw new AppError('bad_request', versions)
  return versions
}

export function dutiesOf(values: ReadonlyMap<string, unknown>): TypedDuty[] {
  return settingSchemas.duties.safeParse(values.get('duties')).data ?? []
}

/** The duties to store. Refuses bad_request for a change of the past. */
async function changeDuties(tx: Tx, typed: readonly TypedDuty[]): Promise<readonly TypedDuty[]> {
  const now = await readShopNow(tx)
  const before = dutiesOf(await readSettingValues(tx, 'duties'))
  const refusal = refuseOldDuties(typed, before, shopDate(now))
  if (refusal) throw new AppError('bad_request', refusal)
  return typed
}

/** The families to store. Refuses bad_request where one is left out that the owner chose for a garment. */
async function changeColours(tx: Tx, typed: SettingValue<'colours'>): Promise<readonly Family[]> {
  const stored = await readSettingValues(tx, 'colours')
  const gone = coloursOf(stored.get('colours')).filter(({ id }) => !typed.some((kept) => kept.id === id))
  for (const { id, name } of gone) {
    const rows = await tx
      .selectFrom('products')
      .select('name')
      .where('colour_family', '=', id)
      .orderBy('name')
      .execute()
    if (rows.length === 0) continue
    const garments = joinNames(shortened(rows.map((row) => row.name)))
    throw new AppError('bad_request', `${name} can’t be removed: it was chosen for ${garments}.`)
  }
  return nameFamilies(typed)
}

/**
 * The sizes to store. Refuses bad_request where one is left out that garments are made in, or that is still to be sent, and
 * where one gets the name of another size of these.
 */
async function changeSizes(tx: Tx, typed: SettingValue<'sizes'>): Promise<readonly SizeRow[]> {
  const before = sizesOf((await readSettingValues(tx, 'sizes')).get('sizes'))
  const sizes = nameSizes(typed, before)
  for (const { size, name } of before.filter((row) => !sizes.some((kept) => kept.size === row.size))) {
    const uses = await usesOfSize(tx, sql`= ${size}`)
    if (uses) throw new AppError('bad_request', `${name} can’t be removed: ${uses}.`)
  }
  const isAsBefore = (row: SizeRow) => before.some(({ size, name }) => size === row.size && name === row.name)
  for (const { size, name } of sizes.filter((row) => !isAsBefore(row))) {
    const alike = sql`<> ${size} and lower(translate(one.size, '–—', '--')) = lower(translate(${name}, '–—', '--'))`
    const uses = await usesOfSize(tx, alike)
    if (uses) throw new AppError('bad_request', `${name} is another size already: ${uses}. Please choose another name.`)
  }
  return sizes
}

/** What a size `one.size` that `is` so is used for; null for nothing. */
async function usesOfSize(tx: Tx, is: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{ made: string[]; ordered: string[] }>`select
    array(select name from public.products where exists (
      select from unnest(sizes) as one (size) where one.size ${is}) order by name) as made,
    array(select distinct o.order_number || ' (' || one.name || ')' from public.pre_orders o
      join public.order_lines one on one.order_id = o.id and one.size ${is} and one.quantity > one.cancelled_quantity
      where o.order_view in ('to_make', 'in_progress', 'to_dispatch') order by 1) as ordered`.execute(tx)
  const { made = [], ordered = [] } = rows[0] ?? {}
  const uses = [
    made.length > 0 && `it is a size of ${joinNames(shortened(made))}`,
    ordered.length > 0 && `it is still to be sent in ${joinNames(shortened(ordered))}`,
  ].filter((use) => use !== false)
  return uses.length > 0 ? uses.join(', and ') : null
}

/** A list that can be read in a message. */
function shortened(names: readonly string[]): string[] {
  const most = 8
  return names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : [...names]
}

/** An unknown zone id would have no effect, although the owner sees it as switched off. */
function refuseZones(off: readonly string[], [own, ...others]: readonly Zone[]): void {
  if (own && off.includes(own.id)) throw new AppError('bad_request', `${own.name} can’t be switched off.`)
  const unknown = off.find((id) => !others.some((zone) => zone.id === id))
  if (unknown !== undefined) throw new AppError('bad_request', `There is no zone ${unknown}.`)
}

function refuseCountries(off: readonly string[], zones: readonly Zone[]): void {
  const countries = zones.flatMap((zone) => zone.countries)
  if (off.includes(shop.country)) {
    throw new AppError('bad_request', `${countryName(shop.country)} can’t be switched off.`)
  }
  const unknown = off.find((country) => !countries.includes(country))
  if (unknown !== undefined) throw new AppError('bad_request', `The shop has no delivery to ${unknown}.`)
}

/** The kinds with their slugs. Refuses bad_request for two of one name, and for the removal of one that garments have. */
async function renameKinds(tx: Tx, typed: SettingValue<'kinds'>): Promise<readonly ShopKind[]> {
  const { kinds: before } = await readShopSettings(tx)
  const kinds = writeKinds(typed, before)
  if (typeof kinds === 'string') throw new AppError('bad_request', kinds)
  const removed = before.filter(({ id }) => !kinds.some((kind) => kind.id === id))
  const { rows } = await sql<{ id: string; count: number }>`
    select gone.id, count(*)::int as count from unnest(${removed.map(({ id }) => id)}::text[]) as gone (id)
      join public.products p on gone.id = p.kind or gone.id = any (p.kinds) group by gone.id`.execute(tx)
  const used = removed.find(({ id }) => rows.some((row) => row.id === id))
  if (used) {
    const { count = 0 } = rows.find((row) => row.id === used.id) ?? {}
    const have = count === 1 ? 'One garment is' : `${count} garments are`
    throw new AppError('bad_request', `${have} of the kind “${used.plural}”. Please change that first.`)
  }
  return kinds
}

/** Refuses bad_request for a notice whose file is not stored. */
async function refuseUnstored(tx: Tx, notices: readonly GuaranteeNotice[]): Promise<void> {
  const names = notices.map(({ url }) => url.split('/').at(-1) ?? '')
  const { rows } = await sql<{ name: string }>`
    select name from storage.objects where bucket_id = ${noticeBucket} and name = any(${names})`.execute(tx)
  if (names.every((name) => rows.some((row) => row.name === name))) return
  throw new AppError('bad_request', 'A file is no longer stored. Please add it again.')
}

/** A picture with its size and blur. Refuses bad_request for one that is not stored. */
export async function describePicture(tx: Tx, url: string) {
  const { rows } = await sql<{ picture: { width: number; height: number; blur?: string | null } | null }>`
    select picture from storage.objects
     where bucket_id = 'product-images' and name = private.object_name_from_url(${url}) for key share`.execute(tx)
  const picture = rows[0]?.picture
  if (!picture) throw new AppError('bad_request', 'A photograph is no longer stored. Please add it again.')
  return { url, width: picture.width, height: picture.height, blur: picture.blur ?? null }
}

/** Ranges in order, joined where they overlap, without those that ended more than a year ago. */
async function keepRanges(tx: Tx, ranges: readonly DayRange[]): Promise<DayRange[]> {
  const { limit } = await tx
    .selectNoFrom(sql<string>`(shop_now() - interval '1 year')::date::text`.as('limit'))
    .executeTakeFirstOrThrow()
  return joinRanges(ranges).filter(({ until }) => until >= limit)
}
