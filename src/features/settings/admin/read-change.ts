import { sql } from 'kysely'
import { countryName } from '#base/names.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { PictureUse } from '#platform/storage/picture-use.ts'
import { shop } from '#shop'
import { type GuaranteeNotice, noticeBucket } from '../guarantee.ts'
import {
  type DayRange,
  joinRanges,
  type MakerPicture,
  type MakerSetting,
  type SettingName,
  settingSchemas,
} from '../shop-settings.ts'

/** Pictures that a setting names, wherever in its value. */
export const settingPictures: PictureUse = {
  columns: ['private.settings.value'],
  shows: sql`exists (
    select from private.settings, jsonb_path_query(settings.value, 'strict $.** ? (@.type() == "string")') as text (one)
     where private.object_name_from_url(text.one #>> '{}') = object.name
  )`,
}

type Change = { name: SettingName; value: unknown }

/** The value to store. Refuses bad_request, with a message for the field, for an invalid value. */
export async function readChange(tx: Tx, { name, value }: Change): Promise<unknown> {
  const read = settingSchemas[name].safeParse(value)
  if (!read.success) throw new AppError('bad_request', read.error.issues[0]?.message ?? 'Please check this.')
  if (name === 'zones_off') refuseZones(read.data as string[])
  if (name === 'countries_off') refuseCountries(read.data as string[])
  if (name === 'guarantee_notices') await refuseUnstored(tx, read.data as GuaranteeNotice[])
  if (name === 'maker') return describePictures(tx, read.data as MakerSetting)
  return name === 'days_off' ? keepRanges(tx, read.data as DayRange[]) : read.data
}

/** An unknown zone id would have no effect, although the owner sees it as switched off. */
function refuseZones(off: readonly string[]): void {
  const [own, ...others] = shop.zones
  if (own && off.includes(own.id)) throw new AppError('bad_request', `${own.name} can’t be switched off.`)
  const unknown = off.find((id) => !others.some((zone) => zone.id === id))
  if (unknown !== undefined) throw new AppError('bad_request', `There is no zone ${unknown}.`)
}

function refuseCountries(off: readonly string[]): void {
  const countries = shop.zones.flatMap((zone) => zone.countries)
  const [own = ''] = countries
  if (off.includes(own)) throw new AppError('bad_request', `${countryName(own)} can’t be switched off.`)
  const unknown = off.find((country) => !countries.includes(country))
  if (unknown !== undefined) throw new AppError('bad_request', `The shop has no delivery to ${unknown}.`)
}

/** Refuses bad_request for a notice whose file is not stored. */
async function refuseUnstored(tx: Tx, notices: readonly GuaranteeNotice[]): Promise<void> {
  const names = notices.map(({ url }) => url.split('/').at(-1) ?? '')
  const { rows } = await sql<{ name: string }>`
    select name from storage.objects where bucket_id = ${noticeBucket} and name = any(${names})`.execute(tx)
  if (names.every((name) => rows.some((row) => row.name === name))) return
  throw new AppError('bad_request', 'A file is no longer stored. Please add it again.')
}

/** The setting with the size and blur of its pictures. Refuses bad_request for a picture that is not stored. */
async function describePictures(tx: Tx, { face, hands, ...maker }: MakerSetting): Promise<MakerSetting> {
  return { ...maker, face: await describePicture(tx, face), hands: await describePicture(tx, hands) }
}

async function describePicture(tx: Tx, { url, alt }: MakerPicture): Promise<MakerPicture> {
  if (!url) return { url: '', alt: '' }
  const { rows } = await sql<{ picture: Pick<MakerPicture, 'width' | 'height' | 'blur'> | null }>`
    select picture from storage.objects
     where bucket_id = 'product-images' and name = private.object_name_from_url(${url}) for key share`.execute(tx)
  const picture = rows[0]?.picture
  if (!picture) throw new AppError('bad_request', 'A photograph is no longer stored. Please add it again.')
  return { url, alt, width: picture.width, height: picture.height, blur: picture.blur ?? null }
}

/** Ranges in order, joined where they overlap, without those that ended more than a year ago. */
async function keepRanges(tx: Tx, ranges: readonly DayRange[]): Promise<DayRange[]> {
  const { limit } = await tx
    .selectNoFrom(sql<string>`(shop_now() - interval '1 year')::date::text`.as('limit'))
    .executeTakeFirstOrThrow()
  return joinRanges(ranges).filter(({ until }) => until >= limit)
}
