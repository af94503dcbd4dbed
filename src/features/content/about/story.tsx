/*
 * The owner's own text: who founded the shop and why, who makes the garments, and where the cloth is from. This text is an
 * invented sample that shows the layout. Replace it with the true story of your shop before you open.
 */
import { shop } from '#shop'

export const storyTitle = (
  <>
    Clothes with nothing to hide, <em>and nothing to prove</em>
  </>
)

export const story = [
  `${shop.name} is one small workroom in ${shop.trader.address[1]}. Whoever answers your letter has probably sewn your dress.`,
  'The first dress was made for a christening. It had to cover the elbow and the ankle, sit still through a long service and survive the cake afterwards, and no shop within a day’s journey had one that did so without a cardigan and a slip. So it was drawn on brown paper at a kitchen table. A sister asked for one, then a friend of hers; the third was better than the first, and the kitchen got its table back.',
  'We still make them one at a time, for somebody. There is no stockroom here and no end-of-season sale, because nothing is sewn before its owner is known.',
]

export const makers: readonly (readonly [string, string])[] = [
  ['Pattern', 'Drawn and graded here, and sewn up in calico and worn for a day before it is offered.'],
  ['Linen and cotton', 'From a weaver in County Down and a cotton merchant in Manchester, bought by the bolt.'],
  ['Wool', 'From a mill in the next valley that has woven coating for longer than we have been alive.'],
  ['Sewing', 'Two pairs of hands in the workroom, and a third on the heavy coats from October on.'],
]
