import { createHmac, timingSafeEqual } from 'node:crypto'

/** Tokens in the addresses of previews. A token shows the draft of one document for half an hour. */
export type PreviewTokens = {
  /** The address of a page that shows it, with a token. */
  addressFor(path: string): string
  /** The document whose draft the address shows; null without a valid token. */
  pathIn(url: URL): string | null
}

const lifeMs = 30 * 60_000

/** Where a text without an address of its own is seen; the others are on Home. */
const addresses: Readonly<Record<string, string>> = { success: '/checkout/success', 'not-found': '/not-found' }

const addressOf = (path: string) => addresses[path] ?? (path.startsWith('/') ? path : '/')

export function createPreviewTokens(secret: string, now: () => Date): PreviewTokens {
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  return {
    addressFor(path) {
      const signed = `${Buffer.from(path).toString('base64url')}.${now().getTime() + lifeMs}`
      return `${addressOf(path)}?preview=${signed}.${sign(signed)}`
    },
    pathIn(url) {
      const [path = '', until = '', mac = ''] = (url.searchParams.get('preview') ?? '').split('.')
      const [given, own] = [Buffer.from(mac), Buffer.from(sign(`${path}.${until}`))]
      if (given.length !== own.length || !timingSafeEqual(given, own) || Number(until) < now().getTime()) return null
      return Buffer.from(path, 'base64url').toString()
    },
  }
}
