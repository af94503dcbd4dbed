/** The words of the consent, as the account shows them and as they are stored with it. */
export const sizeConsent =
  'Look up the size and height of my last order for my next one. I can take this back here at any time.'
