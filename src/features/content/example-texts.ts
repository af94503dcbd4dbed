import { searchText } from '#platform/text/search-text.ts'
import { shop } from '#shop'
import { pagePictures } from '#shop-defaults'
import type { Document } from './documents/document.ts'
import { findInvented, type ShownDocument } from './documents/read-documents.ts'

/**
 * A text of the example shop: invented, and to be replaced before a shop sells. `text`: the words by which it is known;
 * `place`: where it is replaced.
 */
export type ExampleText = { page: string; path: string; text: string; place: string }

/** The photographs of the configuration, by the words in which each is known. */
const photographs: Record<keyof typeof pagePictures, string> = {
  hero: 'Four long-sleeved dresses on an oak rail against an ivory wall',
  cloth: 'A stack of folded cloth with oat linen draped over it',
  rail: 'Eight long-sleeved garments on an oak rail: navy abaya, slate blue shirt dress',
  workroom: 'a paper sleeve pattern pinned to sage linen',
}
const exampleAddress = '14 Orchard Row'
const exampleName = /kindred ?wardrobe/i

type Held = { pictures: Readonly<Record<string, { alt: string }>>; address: readonly string[] }

/**
 * What still speaks of the example shop: invented passages of documents, and the photographs and the address of the
 * configuration, also with a few words changed.
 */
export function findExampleTexts(
  documents: readonly ShownDocument[],
  { pictures, address }: Held = { pictures: pagePictures, address: shop.trader.address },
): ExampleText[] {
  const texts = documents.flatMap((each): ExampleText[] => {
    const text = findInvented(each)
    return text === null ? [] : [{ page: each.shown?.name ?? each.path, path: each.path, text, place: 'Pages' }]
  })
  const shownPictures = Object.entries(photographs).flatMap(([name, text]): ExampleText[] => {
    const { alt = '' } = pictures[name] ?? {}
    const page = documents.find(({ shown }) => picturesOf(shown).includes(name))
    if (!page || !isMostlyIn(text, alt)) return []
    return [{ page: `${page.shown?.name}, a photograph`, path: page.path, text, place: 'Pages' }]
  })
  const page = 'Contact, policies, garments and e-mails'
  const isInvented = isMostlyIn(exampleAddress, address.join(', '))
  return [
    ...texts,
    ...shownPictures,
    ...(isInvented ? [{ page, path: '/contact', text: exampleAddress, place: 'Settings, Who sells' }] : []),
  ]
}

function picturesOf(document: Document | null): string[] {
  const blocks = document?.blocks ?? []
  return blocks.flatMap((block) => (block.type === 'picture' && 'name' in block.picture ? [block.picture.name] : []))
}

/** The facts of the shop that are still those of the example shop, as they are said in a list. */
export function listExampleFacts(): string[] {
  const { name, email, social, orderPrefix, listConsent } = shop
  const facts: [string, boolean][] = [
    ['the name', exampleName.test(name)],
    ['the e-mail address', exampleName.test(email)],
    ['the social media links', social.some(({ url }) => exampleName.test(url))],
    ['the letters before order numbers', orderPrefix === 'TKW'],
    ['what people agree to when they sign up for news (under Policies)', exampleName.test(listConsent)],
  ]
  return facts.flatMap(([label, isExample]) => (isExample ? [label] : []))
}

/** Whether more than half of the neighbouring words of `text` are neighbours in `own` too; capitals and accents aside. */
function isMostlyIn(text: string, own: string): boolean {
  const pairs = pairsOf(text)
  return pairs.intersection(pairsOf(own)).size > pairs.size / 2
}

function pairsOf(text: string): Set<string> {
  const words = searchText(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`))
}
