import { invalid } from '../auth-error.ts'

export type Page = { page: number; perPage: number }

const usual = 50
const most = 1_000

/** The requested page of the list; an empty text counts as absent. Refuses 400 `validation_failed`. */
export function readPage({ page, per_page }: { page: string | undefined; per_page: string | undefined }): Page {
  return { page: readCount(page, 1), perPage: Math.min(readCount(per_page, usual), most) }
}

function readCount(text: string | undefined, fallback: number): number {
  if (!text) return fallback
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count < 1) throw invalid(`Bad Pagination Parameters: "${text.slice(0, 50)}"`)
  return count
}

/** Clients read the first number after the first `=` of each link, so `page` comes first (contract 8). */
export function pageHeaders({ page, perPage }: Page, total: number): { Link: string; 'X-Total-Count': string } {
  const last = Math.ceil(total / perPage)
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  return {
    Link: [...(last > page ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '),
    'X-Total-Count': String(total),
  }
}
