import { pagePictures, shop } from '#shop'
import { makers, story } from './about/story.tsx'
import { homeStory } from './home/home-story-text.ts'

/**
 * A text of the example shop: invented, and to be replaced before a shop sells. `text`: the words by which it is known;
 * `shown`: what the page shows now. `file`: where it is replaced.
 */
type Example = { page: string; path: string; text: string; shown: string; file: string }
export type ExampleText = Omit<Example, 'shown'>

const storyFile = 'src/features/content/about/story.tsx'
const homeFile = 'src/features/content/home/home-story-text.ts'
const configFile = 'shop.config.ts'

const about = (text: string, shown = ''): Example => ({ page: 'About', path: '/about', text, shown, file: storyFile })
const home = (text: string, shown = ''): Example => ({ page: 'Home', path: '/', text, shown, file: homeFile })
const photograph = (
  page: string,
  path: string,
  text: string,
  { alt, file }: { alt: string; file: string },
): Example => ({
  page: `${page}, a photograph`,
  path,
  text,
  shown: alt,
  file: `${configFile} and db/catalogue/pictures/${file}`,
})
const maker = (name: string) => makers.find(([what]) => what === name)?.[1]

/** Everything invented about the shop, its maker and its suppliers. A test compares it with the pages. */
export const examples: readonly Example[] = [
  home('We began with a plain wish', homeStory[0]),
  home('put the money into the cloth', homeStory[1]),
  about('The person who answers your e-mail is the one who sews your dress', story[0]),
  about('The first dress was made for a christening', story[1]),
  about('There is no stockroom and no end-of-season sale', story[2]),
  about('sewn in calico and worn for a day', maker('Pattern')),
  about('a weaver in County Down and a cotton merchant in Manchester', maker('Linen and cotton')),
  about('a mill in the next valley', maker('Wool')),
  about('by one pair of hands from the first cut to the last stitch', maker('Sewing')),
  photograph('Home', '/', 'Four long-sleeved dresses on an oak rail', pagePictures.hero),
  photograph('Home', '/', 'A stack of folded cloth with oat linen draped over it', pagePictures.cloth),
  photograph('About', '/about', 'Eight long-sleeved garments on an oak rail', pagePictures.rail),
  photograph('Home and About', '/about', 'a paper sleeve pattern pinned to sage linen', pagePictures.workroom),
  {
    page: 'Contact, policies, garments and e-mails',
    path: '/contact',
    text: '14 Orchard Row',
    shown: shop.trader.address.join(', '),
    file: configFile,
  },
]

/** The texts of the example shop that pages still show. */
export function findExampleTexts(all: readonly Example[] = examples): ExampleText[] {
  return all.filter(({ text, shown }) => shown.includes(text)).map(({ shown: _, ...example }) => example)
}
