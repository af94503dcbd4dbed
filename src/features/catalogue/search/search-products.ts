import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { editDistance } from './edit-distance.ts'
import { longestSearch } from './longest-search.ts'
import { synonymsOf, wordsWithSynonyms } from './synonyms.ts'

/**
 * The result of a search. ids: of active garments, best match first. match: `all` words were found, only `some` of
 * them, `none`, or the search had no usable words (`anything`: empty, or stop words only). meant: the corrected words,
 * if some were taken for typing errors; otherwise null. left: the figures and units, such as `160 cm`, that are in no
 * garment's name and were not searched; otherwise null.
 */
export type SearchMatches = {
  ids: string[]
  match: 'all' | 'some' | 'none' | 'anything'
  meant: string | null
  left: string | null
}

const mostWords = 12
const longestWord = 40
/** The most words that are corrected; a search of more misspelt words has no clear meaning. */
const mostMistaken = 4

/** A measurement has figures, with its unit attached or as the next word. */
const figure = /^\d+(?:cm|mm|m|in|inch|inches|ft|kg|gsm)?$/
const units = new Set(['cm', 'mm', 'm', 'metres', 'centimetres', 'in', 'inch', 'inches', 'ft', 'feet', 'kg', 'gsm'])

/**
 * One word of a search. isStop: too common to tell garments apart. isNamed: in a name or a colour. like: words with the
 * same start or a similar spelling.
 */
type Word = {
  word: string
  isStop: boolean
  isWritten: boolean
  isBeginning: boolean
  isNamed: boolean
  like: string[]
}

/**
 * Searches garments by words: it tolerates endings and typing errors of a letter or two, and ranks exact matches first.
 */
export async function searchProducts(tx: Tx, typed: string): Promise<SearchMatches> {
  const { phrase, words: all } = await readWords(tx, typed)
  const words = all.filter((word, at) => !isMeasure(word, all[at - 1]))
  const left =
    all
      .filter((word) => !words.includes(word))
      .map(({ word }) => word)
      .join(' ') || null
  const significant = words.filter(({ isStop }) => !isStop)
  if (significant.length === 0) return { ids: [], match: 'anything', meant: null, left }
  const meant = significant.some(isMistaken) ? words.map(asMeant).join(' ') : null
  const alternatives = significant.map(alternativesOf)
  const exact = significant.map(({ word }) => quoted(word)).join(' | ')
  const ids = await rank(tx, { phrase, exact, query: alternatives.map((each) => `(${each})`).join(' & ') })
  if (ids.length > 0) return { ids, match: 'all', meant, left }
  // A search with typing errors keeps all of its words.
  const rare = significant.some(isMistaken) ? alternatives : await rarest(tx, alternatives)
  const some = significant.length > 1 ? await rank(tx, { phrase, exact, query: rare.join(' | ') }) : []
  return { ids: some, match: some.length > 0 ? 'some' : 'none', meant: some.length > 0 ? meant : null, left }
}

/** A figure that is in no garment's name, or the unit after one. */
function isMeasure({ word, isNamed }: Word, before: Word | undefined): boolean {
  if (isNamed) return false
  return figure.test(word) || (units.has(word) && before !== undefined && /^\d+$/.test(before.word) && !before.isNamed)
}

/** The expressions that at most a third of the garments match, if any garment matches them; otherwise all. */
async function rarest(tx: Tx, expressions: string[]): Promise<string[]> {
  const { rows } = await sql<{ expression: string; held: boolean; common: boolean }>`
    select each.expression, each.held > 0 as held,
      each.held * 3 > (select count(*) from private.product_search) as common
    from (select expression, (select count(*) from private.product_search w
      where w.words @@ to_tsquery('english', expression)) as held from unnest(${expressions}::text[]) as expression) each`.execute(
    tx,
  )
  const rare = rows.filter(({ held, common }) => held && !common).map(({ expression }) => expression)
  return rare.length > 0 ? rare : expressions
}

async function readWords(tx: Tx, typed: string): Promise<{ phrase: string; words: Word[] }> {
  // PostgreSQL text cannot contain NUL.
  const text = typed.toWellFormed().replaceAll('\0', ' ').slice(0, longestSearch).toWellFormed()
  const { rows } = await sql<{
    phrase: string
    word: string
    stop: boolean
    written: boolean
    beginning: boolean
    named: boolean
  }>`
    select plain.phrase, each.word, numnode(to_tsquery('english', quote_literal(each.word))) = 0 as stop,
      exists (select from private.product_search w
        where w.words @@ to_tsquery('english', quote_literal(each.word))) as written,
      exists (select from private.product_search w
        where w.words @@ to_tsquery('english', quote_literal(each.word) || ':*')) as beginning,
      each.word ~ '^[0-9]' and exists (select from private.product_search w
        where w.heading @@ to_tsquery('english', quote_literal(each.word) || ':A')) as named
    from private.normalize_search_text(${text}) as plain (phrase),
      regexp_split_to_table(plain.phrase, ' ') with ordinality as each (word, place)
    where length(each.word) between 1 and ${longestWord}
    order by each.place limit ${mostWords}`.execute(tx)
  const unknown = rows.filter(({ stop, written, word }) => !stop && !written && word.length > 2)
  const near = await wordsLike(
    tx,
    unknown.slice(0, mostMistaken).map(({ word }) => word),
  )
  return {
    phrase: rows[0]?.phrase ?? '',
    words: rows.map(({ word, stop, written, beginning, named }) => ({
      word,
      isStop: stop,
      isWritten: written,
      isBeginning: beginning,
      isNamed: named,
      like: near.get(word) ?? [],
    })),
  }
}

/** For each word, the known words with the smallest distance, if it is no more than a typing error. */
async function wordsLike(tx: Tx, words: string[]): Promise<Map<string, string[]>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ word: string; like: string[] }>`
    select each.word, array(select private.similar_words(each.word)) as like
    from unnest(${words}::text[]) as each (word)`.execute(tx)
  const near = rows.map(({ word, like }) => ({ word, like: measured(word, [...like, ...wordsWithSynonyms]) }))
  const candidates = [...new Set(near.flatMap(({ like }) => like.map((each) => each.like)))]
  const { rows: had } = await sql<{ word: string }>`
    select each.word from unnest(${candidates}::text[]) as each (word)
    where (each.word = any (${[...wordsWithSynonyms]}) or exists (
      select from private.product_search w where w.words @@ to_tsquery('english', quote_literal(each.word))))`.execute(
    tx,
  )
  const known = new Set(had.map(({ word }) => word))
  return new Map(near.map(({ word, like }) => [word, nearest(like.filter((each) => known.has(each.like)))]))
}

type Measured = { like: string; apart: number }

function measured(word: string, candidates: readonly string[]): Measured[] {
  const most = word.length < 6 ? 1 : 2
  return [...new Set(candidates)]
    .map((like) => ({ like, apart: editDistance(word, like) }))
    .filter(({ apart }) => apart <= most)
}

function nearest(candidates: readonly Measured[]): string[] {
  const least = Math.min(...candidates.map(({ apart }) => apart))
  return candidates.filter(({ apart }) => apart === least).map(({ like }) => like)
}

function isMistaken({ isWritten, isBeginning, like, word }: Word): boolean {
  return !isWritten && !isBeginning && like.length > 0 && synonymsOf(word).length === 0
}

function asMeant(word: Word): string {
  if (isMistaken(word)) return word.like[0] ?? word.word
  // If another word is a typing error, an unfinished word is completed.
  return word.like.find((like) => like.startsWith(word.word)) ?? word.word
}

function alternativesOf({ word, like }: Word): string {
  // One or two letters begin half of the words of any text, so they match names and colours only.
  const beginning = `${quoted(word)}:*${word.length < 3 ? 'A' : ''}`
  const others = [...like, ...[word, ...like].flatMap(synonymsOf)]
  return [beginning, ...others.map(quoted)].join(' | ')
}

/** A quoted word for to_tsquery. Normalised words contain no quotes and no backslashes; this makes sure of it. */
function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '')}'`
}

async function rank(tx: Tx, by: { phrase: string; exact: string; query: string }): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select array_agg(w.product_id order by
      w.name = ${by.phrase} desc,
      strpos(' ' || w.name || ' ', ' ' || ${by.phrase} || ' ') > 0 desc,
      ts_rank('{0, 0.1, 0.4, 1}', w.heading, exact.query) desc,
      ts_rank('{0, 0.1, 0.4, 1}', w.heading, broad.query) desc,
      w.created_at, w.product_id)::text[] as ids
    from private.product_search w, to_tsquery('english', ${by.exact}) as exact (query),
      to_tsquery('english', ${by.query}) as broad (query)
    where w.words @@ broad.query`.execute(tx)
  return rows[0]?.ids ?? []
}
