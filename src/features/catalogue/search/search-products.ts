import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { SearchMatches } from './search.contract.ts'
import { synonymsOf, wordsWithSynonyms } from './synonyms.ts'

const mostWords = 12
const longestWord = 40
/** The most words that are corrected; a search of more misspelt words has no clear meaning. */
const mostMistaken = 4

/** A measurement has figures, with its unit attached or as the next word. */
const figure = /^\d+(?:cm|mm|m|in|inch|inches|ft|kg|gsm)?$/
const unit = /^(?:cm|mm|m|metres|centimetres|in|inch|inches|ft|feet|kg|gsm)$/

/**
 * One word of a search. stop: too common to tell garments apart. written, beginning: in a garment's texts, whole or as
 * the start of a word. named: in a name or a colour. like: known words with a similar spelling.
 */
type Word = { word: string; stop: boolean; written: boolean; beginning: boolean; named: boolean; like: string[] }

/**
 * Searches garments by words: it tolerates endings and typing errors of a letter or two, and ranks exact matches first.
 */
export async function searchProducts(tx: Tx, typed: string): Promise<SearchMatches> {
  const { phrase, words: all } = await readWords(tx, typed)
  const words = all.filter((word, at) => !isMeasure(word, all[at - 1]))
  const measures = all.filter((word) => !words.includes(word)).map(({ word }) => word)
  const left = measures.join(' ') || null
  const wanted = words.filter(({ stop }) => !stop)
  if (wanted.length === 0) return { ids: [], match: 'anything', meant: null, left }
  const hasMistakes = wanted.some(isMistaken)
  const meant = hasMistakes ? words.map(asMeant).join(' ') : null
  const exact = wanted.map(({ word }) => quoted(word)).join(' | ')
  const alternatives = wanted.map(alternativesOf)
  const found = await rank(tx, { phrase, exact, query: alternatives.join(' & ') })
  if (found.length > 0) return { ids: found, match: 'all', meant, left }
  // A search with typing errors keeps all of its words.
  const rare = hasMistakes ? alternatives : await rarest(tx, alternatives)
  const ids = wanted.length > 1 ? await rank(tx, { phrase, exact, query: rare.join(' | ') }) : []
  return ids.length > 0 ? { ids, match: 'some', meant, left } : { ids, match: 'none', meant: null, left }
}

/** A figure that is in no garment's name, or the unit after one. */
function isMeasure({ word, named }: Word, before: Word | undefined): boolean {
  if (named) return false
  return figure.test(word) || (unit.test(word) && before !== undefined && /^\d+$/.test(before.word) && !before.named)
}

function isMistaken({ written, beginning, like, word }: Word): boolean {
  return !written && !beginning && like.length > 0 && synonymsOf(word).length === 0
}

function asMeant(word: Word): string {
  if (isMistaken(word)) return word.like[0] ?? word.word
  // If another word is a typing error, an unfinished word is completed.
  return word.like.find((like) => like.startsWith(word.word)) ?? word.word
}

/** The expression of a word, its similar words and all their synonyms. */
function alternativesOf({ word, like }: Word): string {
  // One or two letters begin half of the words of any text, so they match names and colours only.
  const beginning = `${quoted(word)}:*${word.length < 3 ? 'A' : ''}`
  const others = [...like, ...[word, ...like].flatMap(synonymsOf)]
  return `(${[beginning, ...others.map(quoted)].join(' | ')})`
}

/** A quoted word for to_tsquery. Normalised words contain no quotes and no backslashes; this makes sure of it. */
function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '')}'`
}

/** Candidates for a misspelt word are similar by their trigrams, or have two letters in each other's place. */
async function readWords(tx: Tx, typed: string): Promise<{ phrase: string; words: Word[] }> {
  // PostgreSQL text cannot contain NUL.
  const text = typed.toWellFormed().replaceAll('\0', ' ')
  const { rows } = await sql<Word & { phrase: string }>`
    with words as (
      select plain.phrase, each.word, each.place, numnode(query) = 0 as stop,
        exists (select from private.product_search w where w.words @@ query) as written,
        exists (select from private.product_search w
          where w.words @@ to_tsquery('english', quote_literal(each.word) || ':*')) as beginning,
        each.word ~ '^[0-9]' and exists (select from private.product_search w
          where w.heading @@ to_tsquery('english', quote_literal(each.word) || ':A')) as named
      from private.normalize_search_text(${text}) as plain (phrase),
        regexp_split_to_table(plain.phrase, ' ') with ordinality as each (word, place),
        to_tsquery('english', quote_literal(each.word)) as query
      where length(each.word) between 1 and ${longestWord}
      order by each.place limit ${mostWords})
    select words.*, array(
      select near.word from unnest(
        array(select left(words.word, at - 1) || reverse(substr(words.word, at, 2)) || substr(words.word, at + 2)
          from generate_series(1, length(words.word) - 1) at)
        || array(select private.similar_words(words.word))) with ordinality as near (word, place)
      where unknown and number <= ${mostMistaken} and exists (select from private.product_search w
        where w.words @@ to_tsquery('english', quote_literal(near.word))) order by near.place) as like
    from words, lateral (select not stop and not written and length(words.word) > 2) as asked (unknown),
      lateral (select count(*) from words w where not w.stop and not w.written and length(w.word) > 2
        and w.place <= words.place) as unknowns (number)
    order by place`.execute(tx)
  const words = rows.map((row) => ({ ...row, like: nearest(row, row.like) }))
  return { phrase: rows[0]?.phrase ?? '', words }
}

/** Of the similar words and those with synonyms, the ones with the smallest distance that a typing error may have. */
function nearest({ word, stop, written }: Word, similar: readonly string[]): string[] {
  if (stop || written || word.length < 3) return []
  const most = word.length < 6 ? 1 : 2
  const likes = [...new Set([...similar, ...wordsWithSynonyms])]
  const apart = new Map(likes.map((like) => [like, editDistance(word, like, most)]))
  const least = Math.min(most, ...apart.values())
  return likes.filter((like) => apart.get(like) === least)
}

/**
 * The Damerau-Levenshtein distance: how many letters must be inserted, deleted, replaced or swapped with their
 * neighbour to turn one word into the other; more than `most`, which is small, for any distance above it.
 */
function editDistance(one: string, other: string, most: number): number {
  if (one === other) return 0
  if (most === 0) return 1
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  const [a, b] = [one.slice(same), other.slice(same)]
  const editedTo = (left: number, right: number) => editDistance(a.slice(left), b.slice(right), most - 1)
  const isSwapped = a[0] === b[1] && a[1] === b[0]
  return 1 + Math.min(editedTo(1, 0), editedTo(0, 1), editedTo(1, 1), isSwapped ? editedTo(2, 2) : most)
}

/** The expressions that at most a third of the garments match, if any garment matches them; otherwise all. */
async function rarest(tx: Tx, expressions: string[]): Promise<string[]> {
  const { rows } = await sql<{ rare: string[] }>`
    select coalesce(array_agg(each) filter (where held > 0 and held * 3 <= garments), ${expressions}::text[]) as rare
    from unnest(${expressions}::text[]) as each, (select count(*) as garments from private.product_search) as shop,
      lateral (select count(*) as held from private.product_search w
        where w.words @@ to_tsquery('english', each)) as counted`.execute(tx)
  return rows[0]?.rare ?? expressions
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
