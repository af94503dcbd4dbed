import { shop } from '#shop'

/** The carrier's page for a parcel; null for a carrier the shop has no address of. */
export function trackingUrl(carrier: string | null, trackingNumber: string): string | null {
  const known = shop.carriers.find(({ name }) => name.toLowerCase() === carrier?.trim().toLowerCase())
  return known
    ? known.trackingUrl.replace('{number}', () => encodeURIComponent(trackingNumber.replaceAll(/\s/g, '')))
    : null
}
