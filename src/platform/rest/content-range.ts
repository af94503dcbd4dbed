import { badRange } from './parse-query.ts'

/**
 * The Content-Range, such as `0-9/57`, with `*` for a half that is unknown or empty, and its status. Refuses PGRST103
 * when a count was requested and the offset is beyond it.
 */
export function contentRange({ offset, page, total }: { offset: number; page: number; total: number | null }) {
  const range = page > 0 && total !== 0 ? `${offset}-${offset + page - 1}` : '*'
  const header = `${range}/${total ?? '*'}`
  if (total !== null && offset > total) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`
    throw badRange(details, { 'Content-Range': `*/${total}` })
  }
  return { header, status: total !== null && page < total ? 206 : 200 }
}
