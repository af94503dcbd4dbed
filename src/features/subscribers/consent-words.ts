/**
 * The words by which mail programs say that an address agreed or left, in the languages of their exports. A word that
 * is missing here is never a yes: its column is asked about, or its line is not imported.
 */

/** The words of a list that is written with commas. */
export function listOf(text: string): string[] {
  return text.split(',').map((word) => word.trim())
}

export function setOf(text: string): ReadonlySet<string> {
  return new Set(listOf(text))
}

/** A value of a column; `unclear`: neither a yes nor a no that this shop knows. */
export type Consent = 'yes' | 'no' | 'unconfirmed' | 'unclear'

const yes = setOf(`
  yes, y, true, 1, on, subscribed, active, confirmed, opted in, opt in, optin, explicit, ja, oui, si, sim, tak,
  wahr, vrai, vero, angemeldet, abonniert, bestatigt, aktiv, inscrit, abonne, actif, suscrito, suscrita, activo,
  iscritto, iscritta, attivo, inscrito, ativo, aangemeld, ingeschreven, geabonneerd, actief, zapisany, zapisana,
  aktywny
`)
const no = setOf(`
  unsubscribed, unsubscribe, cancelled, canceled, no, n, false, 0, off, opted out, opt out, optout, suppressed,
  bounced, bounce, hard bounced, hard bounce, cleaned, complained, complaint, spam, blocked, nein, non, nee, nie,
  nao, falsch, faux, falso, abgemeldet, ausgetragen, gesperrt, desabonne, desinscrit, baja, de baja, dado de baja,
  disiscritto, disiscritta, cancellato, afgemeld, uitgeschreven, descadastrado, cancelado, wypisany, wypisana
`)
const unconfirmed = new Set(['unconfirmed', 'pending', 'not confirmed', 'unbestatigt', 'en attente', 'pendiente'])

/** Values with which a column such as “Unsubscribed” says that an address has not left. */
const notLeft = new Set([
  ...['', '-', '[]', '{}', 'false', 'no', 'n', '0', 'off', 'null', 'none', 'never', 'n a', 'n/a'],
  ...['nein', 'non', 'nee', 'nie', 'nao', 'falsch', 'faux', 'falso'],
])

/** Of “[ ] yes”, “✗ yes” and “yes?” only the word would be left, which is not what they say. */
const otherSigns = /[^\p{L}\p{M}\p{N}\s._'"-]/u

/** What a value says of an address; an empty one is unclear. */
export function consentIn(value: string): Consent {
  const word = plainWords(value)
  // Of “-1” only the digit would be left.
  if (/^\d+$/.test(word) && word !== value.trim()) return 'unclear'
  if (no.has(word)) return 'no'
  if (otherSigns.test(value)) return 'unclear'
  if (yes.has(word)) return 'yes'
  return unconfirmed.has(word) ? 'unconfirmed' : 'unclear'
}

/** Whether a value under a heading such as “Unsubscribed” or “Bounced” says that the address has left. */
export function saysLeft(value: string): boolean {
  const typed = value.trim()
  return !notLeft.has((otherSigns.test(typed) ? '' : plainWords(typed)) || typed.toLowerCase())
}

/** Parts of words that say no, compared without blanks: “Do not e-mail”, “opt-out”, “Désabonnés”, “CLEAN_TIME”. */
const partsOfNo = listOf(`
  unsub, nonsub, notsub, neversub, optout, optedout, optingout, bounc, suppress, blocked, blocklist, donotemail,
  donotmail, donotcontact, donotsend, donotmarket, dontemail, dontmail, dontcontact, blacklist, cleaned, cleantime,
  complain, spam, disabled, revoke, withdr, nomarketing, abgemeld, abmeld, ausgetragen, austrag, gesperrt,
  sperrlist, widerruf, widerspr, abbestell, desabonn, desinscri, desuscri, debaja, bajade, disiscri, cancellat,
  revocat, afgemeld, afmeld, uitgeschreven, uitschrijv, descadastr, cancelad, removid, wypis, rezygn, odwola,
  avregistr, avanmald, afmeldt, peruutettu, odhlas, leiratkoz, dezabon, отпис, отказ, 退订, 取消订阅, 配信停止, 購読解除, 退会,
  수신거부, 구독취소
`)

/** Whole words that say no: parts of other words (“left”, “former”) are harmless. */
const wordsOfNo = setOf(`
  left, gone, former, lapsed, inactive, removed, deleted, excluded, rejected, declined, refused, cancelled,
  canceled, stopped, leavers, inaktiv, inaktive, geloscht, inactif, inactifs, supprime, supprimes, inactivo,
  inactivos, eliminado, eliminados, inattivo, inattivi, rimosso, rimossi, inactief, verwijderd, inativo, inativos
`)

/** Parts of words about consent, for or against. */
const partsOfConsent = listOf(`
  consent, permission, status, subscri, suscri, optin, optedin, marketing, newsletter, mailing, block, clean,
  active, valid, deliver, removed, deleted, exclude, reject, gdpr, dsgvo, rgpd, einwillig, zustimm, erlaub, sperr,
  abonn, aktiv, zustand, inscri, iscri, estado, stato, statut, baja, consens, acepta, accetta, accepte, toestemming,
  akkoord, zgod, stan, подпис
`)

/** Whether a text, in any of its words, says no. */
export function mentionsNo(text: string): boolean {
  const words = plainWords(text)
  const letters = words.replaceAll(' ', '')
  return (
    letters === 'baja' ||
    partsOfNo.some((part) => letters.includes(part)) ||
    words.split(' ').some((word) => wordsOfNo.has(word))
  )
}

/** Whether a text may be about consent, for or against. */
export function mentionsConsent(text: string): boolean {
  const letters = plainLetters(text)
  return mentionsNo(text) || partsOfConsent.some((part) => letters.includes(part))
}

const undecomposed: Record<string, string> = { ß: 'ss', ł: 'l', ø: 'o', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe' }

/** 'Accepts_Email-Marketing ' and 'accepts email marketing' are equal, as are 'Désabonné' and 'desabonne'. */
function plainWords(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[ßłøđıæœ]/g, (letter) => undecomposed[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** 'E-Mail Address *' and 'EmailAddress' are equal. */
export function plainLetters(text: string): string {
  return plainWords(text).replaceAll(' ', '')
}
