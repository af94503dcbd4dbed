import type { Condition, PartName } from '../document.ts'

/** When words are shown that depend on the shop. */
export const conditionLabels: Readonly<Record<Condition, string>> = {
  samples: 'Shown while you offer samples of fabric',
  maker: 'Shown once the page about you is published',
}

/** What the live parts of a page show. */
export const partLabels: Readonly<Record<PartName, string>> = {
  address: 'Your name and address',
  zones: 'Delivery zones with their prices',
  places: 'The countries you deliver to',
  northernIreland: 'A note while you do not deliver to Northern Ireland',
  duties: 'Duties and taxes by country',
  preorders: 'The pre-orders that are open',
  score: 'How many promised days were kept',
  etsyReviews: 'Your reviews on Etsy, all of them',
  contacts: 'Your e-mail address and your profiles',
}
