import { type Document, em, fact, p, part, text } from './write.ts'

/*
 * Who founded the shop and why, who makes the garments, and where the cloth is from: an invented sample that shows the
 * layout. The settings and a live start name it until the owner has written her own.
 */
export const about: Document = {
  name: 'About',
  description: ['Who sews at ', fact('shopName'), ', what we mean by modest, and what you can hold us to.'],
  layout: 'story',
  title: ['Clothes with nothing to hide, ', em('and nothing to prove')],
  lead: [],
  blocks: [
    { type: 'picture', picture: { name: 'workroom' }, alt: '' },
    text(
      p(
        fact('shopName'),
        ' is one small workroom in ',
        fact('town'),
        '. The person who answers your e-mail is the one who sews your dress.',
      ),
      p(
        'The first dress was made for a christening. It had to cover the elbow and the ankle, sit still through a long service and survive the cake afterwards, and no shop we tried sold one that managed it without a cardigan and a slip. So it was drawn on brown paper at a kitchen table. A sister asked for one, then a friend of hers. By the third we had it right, and the kitchen got its table back.',
      ),
      p(
        'We still make them one at a time, each for one woman. There is no stockroom and no end-of-season sale, because nothing is sewn until it has been ordered.',
      ),
    ),
    {
      type: 'heading',
      id: 'modest',
      look: 'ruled',
      spans: ['What we mean by modest'],
    },
    text(
      p(
        'Everyone draws the line in a different place, so here is ours. Each garment’s page says where its neckline, sleeves and hem fall.',
      ),
    ),
    {
      type: 'points',
      look: 'terms',
      entries: [
        { term: 'Sleeves', spans: ['To the wrist or below the elbow, cut wide enough to stay put when you reach up.'] },
        { term: 'Necklines', spans: ['At or near the collarbone, and they stay in place when you bend.'] },
        { term: 'Hems', spans: ['Dresses and skirts always end below the knee, most at the calf or the ankle.'] },
        {
          term: 'Cloth',
          spans: [
            'Opaque, or lined where it’s light. If you’ll want a slip in strong sun, the garment’s page says so.',
          ],
        },
      ],
    },
    { type: 'heading', id: 'making', spans: ['How it is made, ', em('day by day')] },
    {
      type: 'steps',
      days: true,
      entries: [
        {
          title: 'Cut',
          spans: ['We press the cloth, lay it out along the grain and cut it by hand, one garment at a time.'],
        },
        {
          title: 'Sewn',
          spans: ['Seams, darts and sleeves are sewn, then bound or lined, so the inside is as neat as the outside.'],
        },
        {
          title: 'Hung, hemmed, pressed',
          spans: ['It hangs overnight before we mark the hem, because cloth drops a little as it hangs.'],
        },
        {
          title: 'Checked and wrapped',
          spans: ['We check every seam in daylight and tug every button. Then we fold and wrap it.'],
        },
      ],
    },
    { type: 'heading', id: 'makers', look: 'beside', spans: ['Who makes it, and from what'] },
    {
      type: 'points',
      look: 'terms',
      entries: [
        {
          term: 'Pattern',
          spans: ['Drafted and graded here, then sewn in calico and worn for a day before it goes on sale.'],
        },
        {
          term: 'Linen and cotton',
          spans: ['From a weaver in County Down and a cotton merchant in Manchester, bought by the bolt.'],
        },
        {
          term: 'Wool',
          spans: [
            'From a mill in the next valley that was weaving coating long before we were born. A coat may have a little polyamide in it, for strength.',
          ],
        },
        {
          term: 'Crêpe, satin, nidha and velvet',
          spans: [
            'Polyester, some with a little elastane, from a merchant in Bradford: they drape well and you can’t see through them.',
          ],
        },
        { term: 'Viscose', spans: ['From the same merchant, for prints, kaftans, linings and embroidery.'] },
        { term: 'Sewing', spans: ['In the workroom, by one pair of hands from the first cut to the last stitch.'] },
      ],
    },
    { type: 'buttons', entries: [{ text: 'Meet the maker', to: '/maker', look: 'link', when: 'maker' }] },
    { type: 'heading', id: 'hold-us-to', look: 'shaded', spans: ['What you can hold us to'] },
    {
      type: 'points',
      look: 'numbered',
      entries: [
        { spans: ['You see the latest dispatch date before you pay, and again in your confirmation.'] },
        { spans: ['If we can’t keep that date, we tell you at once and you can have your money back.'] },
        { spans: ['Pre-order deadlines are real; we don’t extend them.'] },
        { spans: ['You never pay a total your cart didn’t show you.'] },
        { spans: ['A person answers every message, within ', fact('responseDays'), ' working days.'] },
        { spans: ['Every garment page lists its fabric, fibre by fibre, and how to care for it.'] },
      ],
    },
    text(part('score')),
    {
      type: 'buttons',
      entries: [
        { text: 'Find your size', to: '/size-guide', look: 'solid' },
        { text: 'Write to us', to: '/contact', look: 'line' },
      ],
    },
    { type: 'heading', id: 'faith', look: 'pictured', spans: ['Inspired by faith'] },
    { type: 'picture', picture: { name: 'rail' }, alt: '' },
    {
      type: 'verse',
      text: 'Let your beauty come from the hidden person of the heart, in the incorruptible adornment of a gentle and quiet spirit, which is very precious in God’s sight.',
      reference: '1 Peter 3:4',
    },
    text(
      p(
        'The garments are named after women of the Bible, and the verses on these pages come from the World English Bible. You don’t have to share our faith to wear the clothes: anyone who likes a long sleeve is welcome.',
      ),
    ),
  ],
}
