/** A piece of text: plain, strong, stressed, or a link. The HTML form escapes it. */
export type Piece = string | { strong: string } | { em: string } | { href: string; label: string }
export type RichText = string | Piece[]

/** A product in an e-mail. `amount` is formatted, '£89.00'; `pictureUrl` is absolute, and the picture is decoration. */
export type Good = { name: string; details: string[]; amount?: string; pictureUrl: string | null }

/** One step along the tape measure. `mark`: what the tape shows beside it, a day of the month or nothing. */
export type Step = { name: string; when: string | null; mark: string; state: 'done' | 'now' | 'next' }

/** The parts of an e-mail, in reading order. */
export type Block =
  | { say: RichText }
  /** A remark that only some readers need. */
  | { aside: RichText }
  /** Reference text in a smaller size. */
  | { small: RichText }
  /** The closing line, with space above it. */
  | { foot: RichText }
  | { title: string }
  | { code: string }
  /** The main button; `quiet` for an action that few readers need. */
  | { link: string; label: string; quiet?: true }
  /** Buttons of equal weight to choose between. */
  | { choices: { link: string; label: string }[] }
  | { facts: [label: string, fact: string][] }
  | { goods: Good[] }
  /** How far something has come, along a tape measure. */
  | { steps: readonly Step[] }
  /** Amounts; the last is the total. */
  | { sums: [label: string, amount: string][] }
  /** Lines with fixed breaks, as on a parcel label. */
  | { lines: string[] }
  | { verse: string; reference: string }

/** The content of an e-mail. HTML and text are made from the same blocks, so both have the same content. */
export type EmailContent = {
  subject: string
  preview: string
  heading: string
  blocks: Block[]
  /** The address for replies, for an e-mail to the shop; without it replies go to the shop, and the e-mail says so. */
  replyTo?: string
  /** Set if the blocks already name the contact for questions. */
  hasHelp?: true
}
