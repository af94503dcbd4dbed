import { searchText } from '#platform/text/search-text.ts'
import { shop } from '#shop'
import { pagePictures } from '#shop-defaults'
import { makers, story } from './about/story.tsx'
import { homeStory } from './home/home-story-text.ts'

/**
 * A text of the example shop: invented, and to be replaced before a shop sells. `text`: the words by which it is known;
 * `shown`: what the pages show now. `file`: where it is replaced.
 */
type Example = { page: string; path: string; text: string; shown(): readonly string[]; file: string }
export type ExampleText = Omit<Example, 'shown'>

const storyFile = 'src/features/content/about/story.tsx'
const homeFile = 'src/features/content/home/home-story-text.ts'
const configFile = 'shop.config.ts'

const photographs = Object.values(pagePictures).map(({ alt }) => alt)

const about = (text: string): Example => ({
  page: 'About',
  path: '/about',
  text,
  shown: () => [...story(), ...makers.map(([, how]) => how)],
  file: storyFile,
})
const home = (text: string): Example => ({ page: 'Home', path: '/', text, shown: () => homeStory, file: homeFile })
const photograph = (page: string, path: string, text: string, file: string): Example => ({
  page: `${page}, a photograph`,
  path,
  text,
  shown: () => photographs,
  file: `${configFile} and db/catalogue/pictures/${file}`,
})

/** Everything invented about the shop, its maker and its suppliers. A test compares it with the pages. */
export const examples: readonly Example[] = [
  home('We began with a plain wish: a dress to wear to church, to work and to the school gate'),
  home('cut each piece when it’s ordered and put the money into the cloth'),
  about('The person who answers your e-mail is the one who sews your dress'),
  about('The first dress was made for a christening. It had to cover the elbow and the ankle'),
  about('There is no stockroom and no end-of-season sale'),
  about('sewn in calico and worn for a day before it goes on sale'),
  about('a weaver in County Down and a cotton merchant in Manchester'),
  about('From a mill in the next valley that was weaving coating long before we were born'),
  about('some with a little elastane, from a merchant in Bradford: they drape well'),
  about('From the same merchant, for prints, kaftans, linings and embroidery'),
  about('by one pair of hands from the first cut to the last stitch'),
  photograph('Home', '/', 'Four long-sleeved dresses on an oak rail against an ivory wall', pagePictures.hero.file),
  photograph('Home', '/', 'A stack of folded cloth with oat linen draped over it', pagePictures.cloth.file),
  photograph(
    'About',
    '/about',
    'Eight long-sleeved garments on an oak rail: navy abaya, slate blue shirt dress',
    pagePictures.rail.file,
  ),
  photograph('Home and About', '/about', 'a paper sleeve pattern pinned to sage linen', pagePictures.workroom.file),
  {
    page: 'Contact, policies, garments and e-mails',
    path: '/contact',
    text: '14 Orchard Row',
    shown: () => [shop.trader.address.join(', ')],
    file: configFile,
  },
]

/** The texts of the example shop that pages still show, also with a few words changed. */
export function findExampleTexts(all: readonly Example[] = examples): ExampleText[] {
  return all
    .filter(({ text, shown }) => shown().some((own) => isMostlyIn(text, own)))
    .map(({ shown: _, ...example }) => example)
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
