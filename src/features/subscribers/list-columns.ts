import { readDay } from './read-day.ts'

/** The columns of a file from any program, by their position, from 0. */
export type Columns = {
  email: number
  /** Contains a date or a yes for an unsubscribed address. */
  leaving: number | null
  /** Consent columns; a file may have more than one. */
  consents: { name: string; at: number }[]
  /** Columns with the consent date, the most explicit first. */
  dates: number[]
  hasHeading: boolean
}

/** `yes`: no objection; `left`: unsubscribed; otherwise the reason for skipping the line. */
export type Word = 'yes' | 'left' | { why: string }

const namesOfEmail = ['email', 'e mail', 'email address', 'e mail address', 'mail', 'address', 'subscriber']
const namesOfLeaving = ['unsubscribed at', 'unsubscribed', 'unsub time', 'optout time', 'unsubscribe time']
const namesOfConsent = new Set([
  ...['status', 'state', 'subscription', 'subscription status', 'subscriber status', 'email status', 'subscribed'],
  ...['accepts marketing', 'accepts email marketing', 'email marketing', 'email marketing consent'],
  ...['email marketing status', 'email marketing state', 'email subscriber status', 'marketing consent'],
  ...['marketing status', 'consent', 'opt in', 'optin', 'opted in', 'email opt in', 'marketing opt in'],
])
const namesOfDates = [
  ...['consented at', 'consent date', 'date of consent', 'consent timestamp', 'email marketing consent timestamp'],
  ...['opt in time', 'optin time', 'opt in date', 'optin date', 'opted in at', 'confirm time', 'confirmed at'],
  ...['subscribed at', 'subscribed on', 'subscribed date', 'date subscribed', 'subscription date', 'subscribed'],
  ...['signed up', 'signed up at', 'signed up on', 'sign up date', 'signup date', 'joined', 'date joined'],
  ...['created at', 'created', 'date created', 'date added', 'added at', 'added', 'date', 'timestamp'],
]
const never = new Set(['', 'false', 'no', '0', 'null', 'n'])
const yes = new Set([
  ...['yes', 'y', 'true', '1', 'on', 'subscribed', 'active', 'confirmed', 'opted in', 'opt in', 'optin'],
])
const no = new Set([
  ...['unsubscribed', 'unsubscribe', 'no', 'n', 'false', '0', 'off', 'opted out', 'opt out', 'optout', 'suppressed'],
  ...['bounced', 'bounce', 'hard bounced', 'hard bounce', 'cleaned', 'complained', 'complaint', 'spam'],
])
const unconfirmed = new Set(['unconfirmed', 'pending', 'not confirmed'])

/**
 * Finds the columns by the names in the first line, in any case; without a heading, the address column by its content.
 */
export function findColumns(first: string[]): Columns {
  const names = first.map(plainWords)
  const named = namesOfEmail.map((name) => names.indexOf(name)).find((index) => index >= 0)
  if (named === undefined) {
    const likely = first.findIndex((cell) => cell.includes('@'))
    return { email: Math.max(likely, 0), leaving: null, consents: [], dates: [], hasHeading: false }
  }
  const leaving = names.findIndex((name) => namesOfLeaving.includes(name))
  return {
    email: named,
    leaving: leaving < 0 ? null : leaving,
    consents: first
      .map((name, at) => ({ name: name.trim(), at }))
      .filter(({ at }) => namesOfConsent.has(names[at] ?? '')),
    dates: namesOfDates.map((name) => names.indexOf(name)).filter((index) => index >= 0),
    hasHeading: true,
  }
}

/** The consent of a line: a no in one column outweighs all others, and only a clear yes counts. */
export function wordOf(record: string[], { leaving, consents }: Columns): Word {
  if (leaving !== null && !never.has(record[leaving]?.trim().toLowerCase() ?? '')) return 'left'
  const values = consents.map(({ name, at }) => ({ name, typed: record[at]?.trim() ?? '' }))
  if (values.some(({ typed }) => no.has(plainWords(typed)))) return 'left'
  const unclear = values.find(({ typed }) => !yes.has(plainWords(typed)) && readDay(typed) === null)
  if (!unclear) return 'yes'
  if (unconfirmed.has(plainWords(unclear.typed))) return { why: 'This address has not been confirmed yet.' }
  const { name, typed } = unclear
  return {
    why: typed
      ? `“${typed.slice(0, 40)}” under “${name.slice(0, 40)}” is not a clear yes.`
      : `“${name.slice(0, 40)}” is empty, so there is no clear consent.`,
  }
}

/** The consent date, from the first column with a date; null if there is none. */
export function dayOf(record: string[], { dates }: Columns): Date | null {
  for (const at of dates) {
    const day = readDay(record[at] ?? '')
    if (day) return day
  }
  return null
}

/** 'Accepts_Email-Marketing ' and 'accepts email marketing' are equal. */
function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
}
