import { routedPath } from '#platform/pages/page-key.ts'
import { idNamedBy, isSigned, signId } from '#platform/secrets/signed-id.ts'

/** What a link of an order is made from. `linkVersion`: a higher one revokes the links sent before. */
export type LinkedOrder = { id: string; linkVersion: number }

/** Signed links to a page about an order. A token contains the order's id and no customer data. */
export type OrderLinks = {
  /** The absolute URL for e-mails. */
  urlOf(order: LinkedOrder): string
  /** The path on this site. */
  pathOf(order: LinkedOrder): string
  /** The order that a token names, unverified: `isFor` decides. Null for an invalid token. */
  idIn(token: string): string | null
  isFor(token: string, order: LinkedOrder): boolean
}

/** Under which a page about an order is: the order itself, its review, its payment. */
type OrderPageKind = 'order' | 'review' | 'pay'

type Options = { siteUrl: string; secret: string; page?: OrderPageKind }

/** `siteUrl`: without a slash at its end. `page`: the path of the pages; each kind needs a secret of its own. */
export function createOrderLinks({ siteUrl, secret, page = 'order' }: Options): OrderLinks {
  const pathOf = ({ id, linkVersion }: LinkedOrder) => `/${page}/${signId(secret, id, String(linkVersion))}`
  return {
    urlOf: (order) => `${siteUrl}${pathOf(order)}`,
    pathOf,
    idIn: idNamedBy,
    isFor: (token, { linkVersion }) => isSigned(secret, token, String(linkVersion)),
  }
}

/** The kind of page about an order that the router opens for this path, in any spelling; null for every other page. */
export function orderPageOf(path: string): OrderPageKind | null {
  const [, page, token] = routedPath(path).split('/')
  return token !== undefined && (page === 'order' || page === 'review' || page === 'pay') ? page : null
}

/** A path as the request log may contain it: without the token of a page about an order, which grants access. */
export function hideOrderToken(path: string): string {
  const page = orderPageOf(path)
  return page ? `/${page}/…` : path
}
