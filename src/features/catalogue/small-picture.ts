/**
 * The absolute URL of a garment's picture for an e-mail: three by four, at twice the displayed size, in the original's
 * format, since some mail programs do not support WebP. Null for any other URL.
 */
export function smallPicture(url: string | null, siteUrl: string): string | null {
  if (!url || !URL.canParse(url, siteUrl)) return null
  const picture = new URL(url, siteUrl)
  if (picture.protocol !== 'https:' && picture.protocol !== 'http:') return null
  if (!picture.pathname.startsWith('/storage/v1/object/public/')) return picture.href
  picture.pathname = picture.pathname.replace('/object/public/', '/render/image/public/')
  picture.search = '?width=160&format=origin'
  return picture.href
}
