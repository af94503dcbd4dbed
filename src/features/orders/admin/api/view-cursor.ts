import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isCalendarDay } from '#platform/calendar-day.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { viewShape } from './order-view-sql.ts'
import type { OrderView } from './order-views.ts'

const forms = {
  timestamptz: /^\d{4}-\d\d-\d\d (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?\+00$/,
  date: /^\d{4}-\d\d-\d\d$/,
}

/** The position of an order in its view, as text: the cursor after which the next page begins. Of `pre_orders o`. */
export function cursorOf(view: OrderView): RawBuilder<string> {
  const columns = [...viewShape(view).keys.map(({ column }) => column), sql`o.id`]
  return sql`concat_ws('_', ${sql.join(columns.map((column) => sql`${column}::text`))})`
}

/**
 * The orders after a cursor of `cursorOf`. New orders sort before or after it, so that no page skips or repeats an
 * order. Refuses bad_request for an invalid cursor.
 */
export function afterCursor(view: OrderView, place: string | null): RawBuilder<boolean> {
  if (place === null) return sql`true`
  const { keys, descending } = viewShape(view)
  const values = place.split('_')
  const types = [...keys.map(({ type }) => type), 'uuid' as const]
  if (values.length !== types.length || !types.every((type, at) => isOf(type, values[at] ?? ''))) {
    throw new AppError('bad_request', 'This page of the list doesn’t exist.')
  }
  const columns = sql.join([...keys.map(({ column }) => column), sql`o.id`])
  const after = sql.join(types.map((type, at) => sql`${values[at]}::${sql.raw(type)}`))
  return descending ? sql`(${columns}) < (${after})` : sql`(${columns}) > (${after})`
}

function isOf(type: 'timestamptz' | 'date' | 'uuid', value: string): boolean {
  if (type === 'uuid') return z.uuid().safeParse(value).success
  const [day = ''] = value.split(' ')
  return isCalendarDay(day) && forms[type].test(value)
}
