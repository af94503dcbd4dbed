import { pageMeta, siteUrlOf } from './page-meta.ts'

/** The head of a page that only letters lead to: nobody finds it, and its address travels nowhere. */
export function letterPageMeta(title: string, path: string, matches: Parameters<typeof siteUrlOf>[0]) {
  return [
    ...pageMeta({ title, path, siteUrl: siteUrlOf(matches) }),
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}
