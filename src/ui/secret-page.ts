import { pageMeta, siteUrlOf } from './page-meta.ts'

/** Headers of a page that no search engine lists, and whose URL no other site gets as referrer. */
export const unlistedHeaders = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' }

/** The same of a page whose URL grants access to what it shows: no cache stores it either. */
export const secretPageHeaders = { 'Cache-Control': 'no-store', ...unlistedHeaders }

/** What the heads of these pages say. */
export const unlistedTags = [
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** The head of a page that only e-mails link to. */
export function emailPageMeta(title: string, path: string, matches: Parameters<typeof siteUrlOf>[0]) {
  return [...pageMeta({ title, path, siteUrl: siteUrlOf(matches) }), ...unlistedTags]
}
