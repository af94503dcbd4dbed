import { z } from 'zod'
import type { Allowed } from '../auth/roles.ts'

/**
 * Who may call an endpoint. `workroom` and `pages` are administrators and the helpers with that role, `staff` all of
 * them. Users and staff need aal2 where the account has a second factor.
 */
type Caller = 'everyone' | 'users' | Allowed | 'the service'

/**
 * One endpoint under /functions/v1: a value for the server, the tests and `docs/api.md`, and a type for the browser.
 * `query` is of a GET, whose address carries texts; `request` is the JSON body of a POST. A handler builds a
 * `textFile`, a `byteFile` or a `page` itself. `refuses`: the codes besides those that every endpoint shares.
 */
export type Contract = {
  name: string
  method: 'GET' | 'POST'
  caller: Caller
  query?: z.ZodType<unknown, Readonly<Record<string, string | undefined>>>
  request?: z.ZodType<unknown, object>
  /** The body may be a form too, which the handler reads; `body` is null then. */
  form?: true
  response: z.ZodType
  refuses?: readonly string[]
}

/** Responses that are no JSON: a file of text, one of bytes, and a page or the redirect to one. */
export const textFile = z.string().meta({ title: 'text' })
export const byteFile = z.custom<Blob>().meta({ title: 'bytes' })
export const page = z.never().meta({ title: 'page' })

/** A time of the database, ISO 8601 on the wire. */
export const time: z.ZodType<string, string | Date> = z.iso.datetime()

/** An object that is sent as it was read; its type is written there. `title`: its name in the documentation. */
export function rowOf<Row extends object>(title: string): z.ZodType<Wire<Row>, Row> {
  return z.looseObject({}).meta({ title }) as unknown as z.ZodType<Wire<Row>, Row>
}

/** Keeps the schemas' own types. */
export function contract<const C extends Contract>(contract: C): C {
  return contract
}

/** The application's contracts, which it declares where it lists them: `interface Endpoints { all: typeof contracts }`. */
// biome-ignore lint/suspicious/noEmptyInterface: applications extend it
export interface Endpoints {}

type All = Endpoints extends { all: readonly (infer C)[] } ? Extract<C, Contract> : never
type Of<Method extends Contract['method'], Name> = Extract<All, { method: Method; name: Name }>

export type GetName = Extract<All, { method: 'GET' }>['name']
export type PostName = Extract<All, { method: 'POST' }>['name']

/** A response as the caller reads it. */
export type GetResponse<Name> = z.output<Of<'GET', Name>['response']>
export type PostResponse<Name> = z.output<Of<'POST', Name>['response']>

/** What a caller sends; without a schema there is nothing to send. */
export type QueryOf<Name> = Of<'GET', Name> extends { query: infer Schema } ? z.input<Schema> : Nothing
export type BodyOf<Name> = Of<'POST', Name> extends { request: infer Schema } ? z.input<Schema> : Nothing
type Nothing = Readonly<Record<string, never>>

/** As JSON carries it: times are ISO texts. */
export type Wire<T> = T extends Date
  ? string
  : T extends Branded
    ? T
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : T

/** A number with a unit is an object to the compiler. */
type Branded = string | number
