/*
 * The owner's own text: who founded the shop and why, who makes the garments, and where the cloth is from. This text is
 * an invented sample that shows the layout. Replace it with the true story of your shop before you open. Until then the
 * settings and a live start name each part (`example-texts.ts`).
 */
import { shop } from '#shop'

export const storyTitle = (
  <>
    Clothes with nothing to hide, <em className="block lg:pl-[1.2em]">and nothing to prove</em>
  </>
)

export const story = () => [
  `${shop.name} is one small workroom in ${shop.trader.address[1]}. The person who answers your e-mail is the one who sews your dress.`,
  'The first dress was made for a christening. It had to cover the elbow and the ankle, sit still through a long service and survive the cake afterwards, and no shop we tried sold one that managed it without a cardigan and a slip. So it was drawn on brown paper at a kitchen table. A sister asked for one, then a friend of hers. By the third we had it right, and the kitchen got its table back.',
  'We still make them one at a time, each for one woman. There is no stockroom and no end-of-season sale, because nothing is sewn until it has been ordered.',
]

export const makers: readonly (readonly [string, string])[] = [
  ['Pattern', 'Drafted and graded here, then sewn in calico and worn for a day before it goes on sale.'],
  ['Linen and cotton', 'From a weaver in County Down and a cotton merchant in Manchester, bought by the bolt.'],
  [
    'Wool',
    'From a mill in the next valley that was weaving coating long before we were born. A coat may have a little polyamide in it, for strength.',
  ],
  [
    'Crêpe, satin, nidha and velvet',
    'Polyester, some with a little elastane, from a merchant in Bradford: they drape well and you can’t see through them.',
  ],
  ['Viscose', 'From the same merchant, for prints, kaftans, linings and embroidery.'],
  ['Sewing', 'In the workroom, by one pair of hands from the first cut to the last stitch.'],
]
