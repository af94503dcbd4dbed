import { privatePages } from './public-pages.ts'

/** Doors for programs, and what the pages of this shop fetch for themselves. Pictures are under /storage/ and may be read. */
const doors = ['/functions/', '/rest/', '/webhooks/', '/health/', '/test-payment/', '/*.data$']

/** What robots may read (RFC 9309). Of a rehearsal nothing; of a live shop all but what is one visitor's. */
export function robotsText({ live, siteUrl }: { live: boolean; siteUrl: string }): string {
  if (!live) return 'User-agent: *\nDisallow: /\n'
  const closed = [...privatePages, ...doors].map((path) => `Disallow: ${path}`)
  return ['User-agent: *', 'Allow: /', ...closed, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n')
}
