/** What keys are derived for: of a text that differs, another key would be made. */
type SecretPurpose =
  | 'answering a delay'
  | 'confirming a sign-up'
  | 'networks of checkouts'
  | 'new addresses of orders'
  | 'pages of orders'
  | 'pages of reviews'
  | 'payment links'
  | 'previews of pages'
  | 'signed storage addresses'
  | 'the test provider’s webhook'
  | 'unsubscribing'
  | 'waiting for a garment'
  | 'what accounts keep as hashes'

/** The same secret for the same purpose. */
export type SecretFor = (purpose: SecretPurpose) => string
