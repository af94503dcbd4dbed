/**
 * The address of a garment's picture for a letter, absolute: three by four, twice as fine as shown, in the original's own
 * format, for some mail programs know no WebP. Null for what is no picture's address.
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
