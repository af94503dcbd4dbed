import { pageMeta, siteUrlOf } from './page-meta.ts'

/** The head of a page that only e-mails link to: no search engine lists it, and no referrer names it. */
export function emailPageMeta(title: string, path: string, matches: Parameters<typeof siteUrlOf>[0]) {
  return [
    ...pageMeta({ title, path, siteUrl: siteUrlOf(matches) }),
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}
