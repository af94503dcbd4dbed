import { z } from 'zod'
import { contract, page, textFile, time } from '#platform/http/contract.ts'
import { keptLine } from '#platform/text/kept-text.ts'

const State = z.enum(['on', 'unconfirmed', 'off'])
/** `on`: may get e-mail; `unconfirmed`: the sign-up is not confirmed yet; `off`: an objection, complaint or bounce. */
export type State = z.output<typeof State>

const Subscriber = z.object({
  id: z.string(),
  email: z.string(),
  state: State,
  source: z.string(),
  /** The source of an import as the owner typed it. */
  source_name: z.string().nullable(),
  consented_at: time,
  /** Imported from a file without a consent date: `consented_at` is the time of the import. */
  imported: z.boolean(),
  /** The consent text; empty if none was stored. */
  consent_text: z.string(),
  confirmed_at: time.nullable(),
  unsubscribed_at: time.nullable(),
  unsubscribe_reason: z.string().nullable(),
  created_at: time,
})
export type Subscriber = z.output<typeof Subscriber>
export type SubscriberRow = z.input<typeof Subscriber>

const Query = z.object({
  q: z
    .string()
    .max(254)
    .default('')
    .transform((text) => text.trim()),
  state: z.enum(['all', ...State.options]).default('all'),
})
export type SubscriberFilter = z.output<typeof Query>
export type Filter = SubscriberFilter['state']

export const listSubscribers = contract({
  name: 'subscribers',
  method: 'GET',
  caller: 'administrators',
  query: Query.extend({ after: z.string().max(100).optional() }),
  response: z.object({
    subscribers: z.array(Subscriber),
    /** The cursor of the next page; null on the last one. */
    next: z.string().nullable(),
    counts: z.record(z.enum(['all', ...State.options]), z.int()),
  }),
})
export type SubscriberPage = z.output<typeof listSubscribers.response>

export const exportList = contract({
  name: 'export-subscribers',
  method: 'GET',
  caller: 'administrators',
  query: Query,
  response: textFile,
})

/** A line, or a part of one, with the reason why it is not on the list. `line`: as editors count, from 1. */
const NotedLine = z.object({ line: z.int(), value: z.string(), why: z.string() })
export type NotedLine = z.output<typeof NotedLine>

/**
 * Of a column. `email`: addresses. `agreed`: only a clear yes adds the address. `left`: anything but empty or a no keeps
 * it off the list. `agreed_on`: the day of the consent. `ignored`: says nothing about consent.
 */
const Meaning = z.enum(['email', 'agreed', 'left', 'agreed_on', 'ignored'])
export type Meaning = z.output<typeof Meaning>

const Answer = z.object({ at: z.int().min(0).max(199), heading: z.string().max(100), means: Meaning })

const List = z.object({
  csv: z.string(),
  /** Empty for typed addresses. */
  file_name: z.string().max(1_000).default(''),
  /** What the owner says of columns that are not understood, or understood wrongly. */
  columns: z.array(Answer).max(200).default([]),
})

export const previewSubscribers = contract({
  name: 'preview-subscribers',
  method: 'POST',
  caller: 'administrators',
  request: List,
  response: z.object({
    /** Lines that are not empty. */
    lines: z.int(),
    /** The heading, and the lines above it. */
    ignored: z.array(NotedLine),
    columns: z.array(
      z.object({
        /** Its position, from 0. */
        at: z.int(),
        /** Empty without a heading. */
        heading: z.string(),
        /** The most frequent values. */
        samples: z.array(z.string()),
        /** Null: not understood, so the owner has to say it. */
        means: Meaning.nullable(),
        /** Whether a column that is not understood looks as if it says who agreed or left: no answer for all counts for it. */
        may_say_no: z.boolean(),
      }),
    ),
  }),
})
export type ListPreview = z.output<typeof previewSubscribers.response>

/**
 * What became of every line and every address. `entries`, the addresses and what could not be read as one, is the sum of
 * `added`, `already` (on the list, or `repeated` in the file), `said_no` (in the file, or `unsubscribed_earlier` in this
 * shop) and `invalid`. An address that left the other list and consented here afterwards counts as `already`. Of
 * `lines`, those that `ignored` lists have no entry and the others at least one.
 */
export const importSubscribers = contract({
  name: 'import-subscribers',
  method: 'POST',
  caller: 'administrators',
  request: List.extend({
    /** The consent text that the subscribers saw, required for sending. */
    consent_text: z.string().trim().min(10, 'Please enter the full wording these people agreed to.').max(1_000),
    source: z
      .string()
      .max(1_000)
      .transform(keptLine)
      .pipe(z.string().min(1, 'Please say where these addresses come from.').max(200)),
  }),
  response: z.object({
    lines: z.int(),
    entries: z.int(),
    added: z.int(),
    already: z.int(),
    repeated: z.int(),
    said_no: z.int(),
    unsubscribed_earlier: z.int(),
    invalid: z.array(NotedLine),
    ignored: z.array(NotedLine),
    columns: z.array(Answer),
  }),
  refuses: ['columns_unclear'],
})
export type ImportRequest = z.output<typeof importSubscribers.request>
export type Imported = z.output<typeof importSubscribers.response>

const One = z.object({ id: z.uuid() })

export const eraseSubscriber = contract({
  name: 'erase-subscriber',
  method: 'POST',
  caller: 'administrators',
  request: One,
  response: z.object({ erased: z.literal(true) }),
  refuses: ['not_found'],
})

/** Records an objection that arrived by another way than an e-mail's link, with the same effect. */
export const unsubscribeSubscriber = contract({
  name: 'unsubscribe-subscriber',
  method: 'POST',
  caller: 'administrators',
  request: One,
  response: z.object({ unsubscribed: z.literal(true) }),
  refuses: ['not_found'],
})

const Token = z.object({ token: z.string().max(200) })

/** Of an e-mail's link, which is the authorization. Leads to the page and changes nothing. */
export const openUnsubscribe = contract({
  name: 'unsubscribe',
  method: 'GET',
  caller: 'everyone',
  query: z.object({ token: z.string().default('') }),
  response: page,
})

/** Takes the page's form and a mail program's press (RFC 8058) too, with the token in the address. */
export const unsubscribe = contract({
  name: 'unsubscribe',
  method: 'POST',
  caller: 'everyone',
  form: true,
  request: Token.extend({ reason: z.enum(['unsubscribed', 'complaint']).default('unsubscribed') }),
  response: z.object({ unsubscribed: z.literal(true) }),
  /** The page's form, sent by a page of another site. */
  refuses: ['forbidden'],
})

export const confirmSignUp = contract({
  name: 'confirm-sign-up',
  method: 'POST',
  caller: 'everyone',
  form: true,
  request: Token,
  response: z.object({ confirmed: z.literal(true) }),
  refuses: ['conflict'],
})

/** The state behind an e-mail link. */
export const findPlaceOnList = contract({
  name: 'list-place',
  method: 'POST',
  caller: 'everyone',
  request: Token,
  response: z.object({
    state: z.enum(['on', 'off', 'unconfirmed']),
    /** Masked, so that only the customer recognises it. */
    address: z.string().nullable(),
    /** Whether the objection is recent enough to be undone. */
    may_take_back: z.boolean(),
    /** Whether the recipient complained that they never signed up. */
    complained: z.boolean(),
  }),
})
export type PlaceOnList = z.output<typeof findPlaceOnList.response>

export const reportMailProblem = contract({
  name: 'report-mail-problem',
  method: 'POST',
  caller: 'the service',
  request: z.object({ email: z.string(), kind: z.enum(['complaint', 'bounced']) }),
  response: z.object({ recorded: z.literal(true) }),
})
