/** The values of an application that the platform writes into its texts and pages. */
export type Brand = {
  name: string
  /** A short form of the name, such as a prefix of storage keys. Passwords may not be derived from it. */
  shortName: string
  /** BCP 47, such as `en-GB`. */
  language: string
  /** IANA, such as `Europe/London`. */
  timeZone: string
}
