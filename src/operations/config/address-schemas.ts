import { z } from 'zod'
import { withoutTrailing } from '#platform/text/kept-text.ts'

// Addresses of the environment. A password with / # ? in it ends the host early: the rest would become the path, and the
// program would call another host without a login. No message has the address: it may contain a password.

const percentEncode = 'in a user name or password write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25'
/** What is said of an address that a URL parser refuses. */
export const unreadableAddress = `not an address that can be read; ${percentEncode}`

/** An address for HTTP as a browser writes it, without the slashes at its end. A hook may have a query; `off` is taken where it is allowed. */
export function httpAddress({ allowQuery = false, allowOff = false } = {}) {
  return z
    .string()
    .superRefine((text, context) => {
      const problem = allowOff && text === 'off' ? null : httpProblem(text, allowQuery)
      if (problem) context.addIssue(problem)
    })
    .transform((text) => withoutTrailing(URL.parse(text)?.href ?? text, '/'))
}

/** The address of a mail server; options of the connection follow the `?`. */
export const smtpAddress = z.string().superRefine((text, context) => {
  const problem = smtpProblem(text)
  if (problem) context.addIssue(problem)
})

/** The address of a PostgreSQL. Whether its host and options can be used is checked where the driver reads it. */
export const databaseAddress = z
  .string()
  .regex(/^postgres(?:ql)?:\/\//, 'an address such as postgresql://user:password@host/database')
  .superRefine((text, context) => {
    if (isCutOff(text) || hasMixedPercents(text)) context.addIssue(unreadableAddress)
  })

function httpProblem(text: string, allowQuery: boolean): string | null {
  const { protocol, username, password } = URL.parse(text) ?? {}
  if (protocol === undefined) return text.includes('@') ? unreadableAddress : 'an address such as https://host.example'
  if (protocol !== 'http:' && protocol !== 'https:') return 'must begin with https:// or http://'
  // The port of `https://user:12/rest@host` is the beginning of a password.
  if (isCutOff(text) && /^\w+:\/\/[^/?#]*:/.test(text)) return unreadableAddress
  if (username || password) return 'cannot have a user name or a password in it'
  if (text.includes('#')) return 'cannot have a # in it; write # as %23'
  return text.includes('?') && !allowQuery ? 'an address without a query; write ? as %3F' : null
}

function smtpProblem(text: string): string | null {
  const { protocol, hostname, pathname, search = '', hash } = URL.parse(text) ?? {}
  if (protocol === undefined) return `${unreadableAddress}. It is smtp://user:password@host:port`
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return 'must begin with smtp:// or smtps://'
  if (isCutOff(text) || search.includes('@') || hash || hasMixedPercents(text)) return unreadableAddress
  if (!hostname) return 'names no host; an address such as smtp://user:password@host:587'
  return pathname === '' || pathname === '/' ? null : `has a path, which a mail server has not; ${percentEncode}`
}

/** Whether a / # or ? is before the @ that follows the password. An option (`?user=me@host`) may have an @. */
function isCutOff(text: string): boolean {
  const [, rest = ''] = /^[a-z]+:\/\/[^/?#]*(.*)$/is.exec(text) ?? []
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(rest) ?? []
  return path.includes('@') || rest.includes('#') || query.slice(0, query.indexOf('@') + 1).match(/^[^=]*@$/) !== null
}

/** Whether one % begins an escape and another does not: the readers of addresses then take all or none for text. */
function hasMixedPercents(text: string): boolean {
  return /%[0-9a-f]{2}/i.test(text) && /%(?![0-9a-f]{2})/i.test(text)
}
