import { sql } from 'kysely'
import { z } from 'zod'
import { parseUsDay } from '#base/calendar-day.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { textWithEntities } from '#platform/text/html-text.ts'
import { keptText } from '#platform/text/kept-text.ts'

/** A review as Etsy's file has it. Its writer and order are left out: only what is shown is kept. `day`: YYYY-MM-DD. */
type EtsyReview = { day: string; stars: number; words: string }
/** `entry`: its place in the file, from 1. */
type UnreadReview = { entry: number; why: string }

const mostReviews = 5_000

const [noDate, noStars] = ['Its date is not month/day/year.', 'Its stars are not 1 to 5.']
const Entry = z.object({
  date_reviewed: z.string(noDate).regex(/^\d{1,2}\/\d{1,2}\/\d{4}$/, noDate),
  star_rating: z.coerce.number<unknown>(noStars).int(noStars).min(1, noStars).max(5, noStars),
  message: z.string('It has no text.').max(10_000, 'Its text is longer than 10,000 characters.').nullish(),
})

/**
 * The reviews of Etsy's reviews.json, the newest first. Two equal ones are two: Etsy has one for each item of an order and
 * does not name the item. Refuses bad_request for any other file.
 */
export function readEtsyReviews(json: string): { reviews: EtsyReview[]; unread: UnreadReview[] } {
  const entries = z.array(z.looseObject({ star_rating: z.unknown() })).safeParse(parse(json)).data
  if (!entries) throw new AppError('bad_request', 'This is not Etsy’s file of reviews, which is called reviews.json.')
  if (entries.length > mostReviews) throw new AppError('bad_request', 'The shop takes 5,000 reviews at most.')
  const unread: UnreadReview[] = []
  const reviews = entries.flatMap((given, at) => {
    const { data, error } = Entry.safeParse(given)
    const day = data && parseUsDay(data.date_reviewed)
    if (data && day)
      return { day, stars: data.star_rating, words: keptText(textWithEntities(data.message ?? '')).toWellFormed() }
    unread.push({ entry: at + 1, why: error?.issues[0]?.message ?? 'This day does not exist.' })
    return []
  })
  return { reviews: reviews.sort((a, b) => b.day.localeCompare(a.day)), unread }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Shows these reviews in place of all earlier ones. Refuses bad_request for none. */
export async function replaceEtsyReviews(tx: Tx, reviews: readonly EtsyReview[]): Promise<void> {
  if (reviews.length === 0) throw new AppError('bad_request', 'There is no review in this file.')
  await removeEtsyReviews(tx)
  const rows = JSON.stringify(reviews)
  await sql`insert into private.etsy_reviews (reviewed_on, stars, words)
    select day, stars, words from jsonb_to_recordset(${rows}::jsonb) as given (day date, stars smallint, words text)`.execute(
    tx,
  )
}

/** Two replacements at once take turns. */
export async function removeEtsyReviews(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('etsy reviews', 0))`.execute(tx)
  const { numAffectedRows } = await sql`delete from private.etsy_reviews`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

type ShownEtsyReview = { stars: number; words: string; month: string }

/** All of them, the newest first; `month`: 'March 2025'. */
export async function listEtsyReviews(tx: Tx): Promise<ShownEtsyReview[]> {
  const { rows } = await sql<EtsyReview>`
    select reviewed_on::text as day, stars, words from private.etsy_reviews order by reviewed_on desc, id`.execute(tx)
  return rows.map(({ day, stars, words }) => ({ stars, words, month: monthOf(day) }))
}

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthOf = (day: string) => monthFormat.format(new Date(day))

/** How many, and their average to a tenth. */
export function countReviews(reviews: readonly { stars: number }[]): { count: number; average: number } {
  const sum = reviews.reduce((total, { stars }) => total + stars, 0)
  return { count: reviews.length, average: Math.round((sum / Math.max(1, reviews.length)) * 10) / 10 }
}
