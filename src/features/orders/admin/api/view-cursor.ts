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

/** Where an order stands in its view, as text: what the next page begins afterCursor. Of `pre_orders o`. */
export function cursorOf(view: OrderView): RawBuilder<string> {
  const columns = [...viewShape(view).keys.map(({ column }) => column), sql`o.id`]
  return sql`concat_ws('_', ${sql.join(columns.map((column) => sql`${column}::text`))})`
}

/**
 * What comes afterCursor a place that `cursorOf` told: an order that came in meanwhile stands before it or afterCursor it, and is
 * never a reason to leave one out or to show one twice. Refuses bad_request for a place of anybody else's making.
 */
export function afterCursor(view: OrderView, place: string | null): RawBuilder<boolean> {
  if (place === null) return sql`true`
  const { keys, descending } = viewShape(view)
  const values = place.split('_')
  const types = [...keys.map(({ type }) => type), 'uuid' as const]
  if (values.length !== types.length || !types.every((type, at) => isOf(type, values[at] ?? ''))) {
    throw new AppError('bad_request', 'There is no such place in the list.')
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
