/**
 * The carriers that the owner chooses from, the usual one first. Apart from `shop.config.ts`, because every page loads that
 * and few lead to a carrier.
 */
export const carriers = [
  { name: 'Royal Mail', trackingUrl: 'https://www.royalmail.com/track-your-item#/tracking-results/{number}' },
  { name: 'Parcelforce', trackingUrl: 'https://www.parcelforce.com/track-trace?trackNumber={number}' },
  { name: 'DPD', trackingUrl: 'https://track.dpd.co.uk/search?reference={number}' },
  { name: 'Evri', trackingUrl: 'https://www.evri.com/track/parcel/{number}' },
]
