import { privatePages } from './public-pages.ts'

/** URLs of the APIs, and of the data that pages fetch. Images are under /storage/ and may be crawled. */
const apiPaths = ['/functions/', '/rest/', '/webhooks/', '/health/', '/test-payment/', '/*.data$']

/** The robots.txt (RFC 9309): a rehearsal allows nothing, a live shop everything except personal pages. */
export function robotsText({ live, siteUrl }: { live: boolean; siteUrl: string }): string {
  if (!live) return 'User-agent: *\nDisallow: /\n'
  const closed = [...privatePages, ...apiPaths].map((path) => `Disallow: ${path}`)
  return ['User-agent: *', 'Allow: /', ...closed, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n')
}
