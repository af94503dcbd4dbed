import type { Row } from '#platform/csv-rows.ts'
import { consentIn, listOf, mentionsConsent, mentionsNo, plainLetters, saysLeft, setOf } from './consent-words.ts'
import { addressesIn, readDay } from './list-rows.ts'
import type { ImportRequest, ListPreview, Meaning } from './subscribers.contract.ts'

export type Column = ListPreview['columns'][number]

/** The owner's answer; it counts only for the heading that she saw. */
export type ColumnAnswer = ImportRequest['columns'][number]

/** What the values of a column are, over the whole file. */
export type ColumnFacts = {
  filled: number
  withAddress: number
  /** Whether a value is a known word of consent. */
  hasWord: boolean
  hasDay: boolean
  /** Whether a value is a figure such as 1 or 0. */
  hasFigure: boolean
  /** Whether a value is neither an address nor a day. */
  hasOther: boolean
  /** The most frequent of the first values, each with its number. */
  values: Map<string, number>
}

const keptValues = 50
const shownValues = 5
const shownLength = 60
const headingLength = 100

/** `email1value` is of Google Contacts. */
const namesOfEmail = listOf(`
  email, emailaddress, emailaddress1, email1, customeremail, subscriberemail, contactemail, primaryemail,
  emailadresse, emailadres, adresseemail, adressemail, courriel, correo, correoelectronico, indirizzoemail,
  enderecodeemail, adresemail, mail, mailadresse, subscriber, address, emails, emailaddresses, useremail,
  contactemailaddress, customeremailaddress, primaryemailaddress, billingemail, email1value, postaelettronica,
  sahkoposti, sahkopostiosoite, epost, epostadress, epostadresse, eposta, emailcim, adresseelectronique, email地址,
  电子邮件, 邮箱, メール, メールアドレス, 이메일, почта, электроннаяпочта
`)
const namesOfLeaving = setOf(`
  unsubscribed, unsubscribedat, unsubscribedon, unsubscribeddate, unsubscribetime, unsubscribedate, unsubtime,
  unsubreason, unsubreasonother, unsubcampaigntitle, unsubscribereason, optouttime, unsubscribedfromallemail,
  optedoutofallemail, optout, optedout, optoutdate, donotemail, cleantime, cleancampaigntitle, bounced, bouncedat,
  emaildisabled, emailsuppressions, suppressed, abgemeldet, abgemeldetam, abmeldedatum, desabonne, desinscrit,
  afgemeld, disiscritto
`)
/** The last two are empty for an address that was never confirmed. */
const namesOfConsent = setOf(`
  status, state, subscription, subscriptionstatus, subscriberstatus, emailstatus, subscribed, acceptsmarketing,
  acceptsemailmarketing, emailmarketing, emailmarketingconsent, globalstatus, emailmarketingstatus,
  emailmarketingstate, emailsubscriberstatus, marketingconsent, liststatus, globalsubscriptionstatus,
  emailpermissionstatus, permissionstatus, estado, stato, statut, marketingstatus, consent, optin, optedin,
  emailoptin, marketingoptin, einwilligung, confirmedat, confirmtime
`)
/** Days that, without a column of who agreed, may be those on which all of them left, as in lists of suppressions. */
const namesOfAnyDay = listOf('createdat, created, datecreated, dateadded, addedat, added, date, timestamp')
/** The most explicit first. */
const namesOfDays = [
  ...listOf(`
    consentedat, consentdate, dateofconsent, consenttimestamp, emailmarketingconsenttimestamp, optintime, optindate,
    optedinat, confirmtime, confirmedat, subscribedat, subscribedon, subscribeddate, datesubscribed,
    subscriptiondate, subscribed, signedup, signedupat, signedupon, signupdate, joined, datejoined`),
  ...namesOfAnyDay,
]
/** Names and addresses of the usual exports, ignored unless a value is a word of consent or a day. */
const namesOfNothing = setOf(`
  name, firstname, lastname, fullname, givenname, familyname, surname, forename, vorname, nachname, prenom, nom,
  nombre, apellido, apellidos, nome, cognome, voornaam, achternaam, imie, nazwisko, phone, phonenumber, telephone,
  mobile, address1, address2, addressline1, addressline2, street, city, town, county, province, region, postcode,
  postalcode, zip, zipcode, country, countrycode, company, organisation, organization, timezone, source
`)
/** Ignored whatever they hold: figures, birthdays, text messages, and this shop's own evidence. */
const namesBesideEmail = setOf(`
  totalspent, totalorders, ordercount, customerid, latitude, longitude, gmtoff, dstoff, leid, birthday, birthdate,
  dateofbirth, euid, memberrating, lastchanged, optinip, confirmip, acceptssmsmarketing, smsconsent,
  smsmarketingconsent, consenttext
`)

export function isNameOfEmail(text: string): boolean {
  return namesOfEmail.includes(plainLetters(text))
}

export function emptyFacts(): ColumnFacts {
  return {
    filled: 0,
    withAddress: 0,
    hasWord: false,
    hasDay: false,
    hasFigure: false,
    hasOther: false,
    values: new Map(),
  }
}

/** Adds a value to the facts of its column. */
export function addValue(facts: ColumnFacts, cell: string): void {
  const value = cell.trim()
  if (value === '') return
  facts.filled += 1
  const times = facts.values.get(value.slice(0, shownLength))
  if (times !== undefined || facts.values.size < keptValues) {
    facts.values.set(value.slice(0, shownLength), (times ?? 0) + 1)
  }
  if (value.includes('@') && addressesIn(value).addresses.length > 0) facts.withAddress += 1
  else if (readDay(value)) facts.hasDay = true
  else {
    facts.hasOther = true
    facts.hasFigure ||= /^\d+$/.test(value)
    facts.hasWord ||= consentIn(value) !== 'unclear' || mentionsNo(value)
  }
}

/**
 * What each column means. Only a name and values that leave no doubt are understood; any other column is asked about,
 * since it may say no in words that this shop does not know.
 */
export function understandColumns(
  headings: string[] | null,
  facts: ColumnFacts[],
  { lines, answers }: { lines: number; answers: readonly ColumnAnswer[] },
): Column[] {
  const names = facts.map((_, at) => (headings?.[at] ?? '').trim().slice(0, headingLength))
  const emails = emailColumns(headings && names, facts)
  const understood = facts.map((each, at) =>
    meaningOf({ heading: names[at] ?? '', facts: each, lines, isEmail: emails.has(at) }),
  )
  const saysWhoAgreed = understood.includes('agreed')
  return facts.map((each, at) => {
    const heading = names[at] ?? ''
    const answer = answers.find((given) => given.at === at && given.heading === heading)
    const isDoubtful = understood[at] === 'agreed_on' && !saysWhoAgreed && namesOfAnyDay.includes(plainLetters(heading))
    const means = answer?.means ?? (isDoubtful ? null : (understood[at] ?? null))
    return {
      at,
      heading,
      samples: [...each.values]
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, shownValues)
        .map(([value]) => value),
      means,
      may_say_no: means === null && (mentionsConsent(heading) || each.hasWord || each.hasDay || isListOrSwitch(each)),
    }
  })
}

/** A column of addresses, whose name may say who they are, or of a few repeated values, such as kyllä and ei. */
function isListOrSwitch({ withAddress, filled, values }: ColumnFacts): boolean {
  return withAddress > 0 || (values.size > 1 && values.size <= 3 && filled > values.size)
}

function meaningOf(column: { heading: string; facts: ColumnFacts; lines: number; isEmail: boolean }): Meaning | null {
  const { heading, facts, lines, isEmail } = column
  const name = plainLetters(heading)
  if (isEmail) return mentionsNo(heading) ? null : 'email'
  if (facts.filled === 0 && heading === '') return 'ignored'
  if (facts.withAddress > 0) return null
  if (namesOfLeaving.has(name)) return 'left'
  if (namesOfConsent.has(name)) {
    // A status in words that this shop does not know is not understood, nor in figures or days: programs differ in them.
    const isState = /(status|state|estado|stato|statut)$/.test(name)
    if (isState && (facts.hasFigure || facts.hasDay)) return null
    return facts.hasWord || facts.hasDay || facts.filled === 0 ? 'agreed' : null
  }
  // A day on some lines only may be the day of another thing, or its absence may be a no.
  if (namesOfDays.includes(name)) return !facts.hasOther && facts.filled === lines ? 'agreed_on' : null
  if (namesBesideEmail.has(name)) return 'ignored'
  return namesOfNothing.has(name) && !facts.hasWord && !facts.hasDay ? 'ignored' : null
}

/**
 * The columns with the addresses: with a heading one of them, by its name, since an unknown name may say who they are;
 * without a heading each column that has nothing else.
 */
function emailColumns(headings: string[] | null, facts: ColumnFacts[]): Set<number> {
  const withAddress = facts.flatMap((each, at) => (each.withAddress > 0 ? [at] : []))
  const ranked = namesOfEmail.map((name) => (headings ?? []).map(plainLetters).indexOf(name)).filter((at) => at >= 0)
  if (withAddress.length === 0) return new Set([ranked[0] ?? 0])
  if (headings) {
    const named = ranked.find((at) => withAddress.includes(at))
    return new Set(named === undefined ? [] : [named])
  }
  const most = Math.max(...facts.map((each) => each.withAddress))
  return new Set(
    withAddress.filter((at) => facts[at]?.withAddress === facts[at]?.filled || facts[at]?.withAddress === most),
  )
}

/** What a line says of its addresses: `left`, or the reason for skipping it. */
export type Word = 'yes' | 'left' | { why: string }

/** The consent of a line: a no in one column outweighs all others, and only a clear yes counts. */
export function wordOf({ cells }: Row, columns: Column[]): Word {
  const valuesUnder = (means: Meaning) =>
    columns
      .filter((each) => each.means === means)
      .map(({ at, heading }) => ({ at, heading, typed: cells[at]?.trim() ?? '' }))
  if (valuesUnder('left').some(({ typed }) => saysLeft(typed))) return 'left'
  const consents = valuesUnder('agreed')
  if (consents.some(({ typed }) => consentIn(typed) === 'no')) return 'left'
  const unclear = consents.find(({ typed }) => consentIn(typed) !== 'yes' && readDay(typed) === null)
  if (!unclear) return 'yes'
  if (consentIn(unclear.typed) === 'unconfirmed') return { why: 'This address has not been confirmed yet.' }
  const name = unclear.heading.slice(0, 40) || `Column ${unclear.at + 1}`
  return {
    why: unclear.typed
      ? `“${unclear.typed.slice(0, 40)}” under “${name}” is not a clear yes.`
      : `“${name}” is empty, so there is no clear consent.`,
  }
}

/** The columns that may hold the day of the consent, the most explicit first. */
export function columnsOfDays(columns: Column[]): number[] {
  const rank = ({ heading }: Column) => {
    const found = namesOfDays.indexOf(plainLetters(heading))
    return found < 0 ? namesOfDays.length : found
  }
  return columns
    .filter(({ means }) => means === 'agreed_on' || means === 'agreed')
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ at }) => at)
}
