import { carriers } from '#shop-carriers'

/** The carrier's tracking page of a parcel; null for an unknown carrier. */
export function trackingUrl(carrier: string | null, trackingNumber: string): string | null {
  const known = carriers.find(({ name }) => name.toLowerCase() === carrier?.trim().toLowerCase())
  return known
    ? known.trackingUrl.replace('{number}', () => encodeURIComponent(trackingNumber.replaceAll(/\s/g, '')))
    : null
}
