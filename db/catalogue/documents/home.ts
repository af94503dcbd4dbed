import { type Document, em, fact, p, slots, text } from './write.ts'

/** Home, with an invented story. Its layout is fixed: the garments between these words are those of the shop. */
export const home: Document = {
  name: 'Home',
  description: [],
  layout: 'story',
  title: ['Made for you, ', em('worn for years')],
  lead: ['Modest dresses, skirts and coats in good cloth, none of them cut until you order.'],
  blocks: slots({
    'hero-picture': { type: 'picture', picture: { name: 'hero' }, alt: '' },
    'hero-buttons': {
      type: 'buttons',
      entries: [
        { text: 'See the collection', to: '/shop', look: 'solid' },
        { text: 'How it is made', to: '#made-to-order', look: 'link' },
      ],
    },
    newest: { type: 'heading', id: 'home-newest', spans: ['New in'] },
    'newest-link': { type: 'buttons', entries: [{ text: 'All garments', to: '/shop', look: 'link' }] },
    story: { type: 'heading', id: 'home-story', spans: ['Covered doesn’t have ', em('to mean hidden')] },
    'story-picture': { type: 'picture', picture: { name: 'workroom' }, alt: '' },
    'story-text': text(
      p(
        'We began with a plain wish: a dress to wear to church, to work and to the school gate that needs no pin, no tugging and no second thought. Sleeves that reach the wrist. A neckline that stays where it is when you bend. A hem that clears the puddle and still covers the ankle.',
      ),
      p(
        'So we design for bodies that move, cut each piece when it’s ordered and put the money into the cloth. Modesty is where we start; making it beautiful is the work.',
      ),
    ),
    'story-link': { type: 'buttons', entries: [{ text: 'More about us', to: '/about', look: 'link' }] },
    preorders: { type: 'heading', id: 'home-preorders', spans: ['Open for pre-order'] },
    'preorders-closed': { type: 'heading', id: 'home-preorders', spans: ['On pre-order'] },
    'cloth-picture': { type: 'picture', picture: { name: 'cloth' }, alt: '' },
    cloth: { type: 'heading', id: 'home-cloth', spans: ['On the cutting table'] },
    'cloth-text': text(p('Every garment page lists its fabric, fibre by fibre, and how to wash it.')),
    'steps-title': { type: 'heading', id: 'home-steps', spans: ['Made to order, ', em('with a date you can plan by')] },
    steps: {
      type: 'steps',
      entries: [
        {
          title: 'You choose',
          spans: ['Choose a garment and your size, and pay in full. Your confirmation gives the latest dispatch date.'],
        },
        {
          title: 'We cut and sew',
          spans: ['Your garment is cut, sewn, pressed and checked. From the first cut, it’s yours.'],
        },
        { title: 'We post it', spans: ['Folded, wrapped and tracked.'] },
        { title: 'It arrives', spans: [fact('deliveryNote')] },
      ],
    },
    sizes: { type: 'heading', id: 'home-sizes', spans: ['Which size is yours?'] },
    'sizes-text': text(
      p(
        'Each of our sizes covers two dress sizes, with room where you need it. Take three measurements and the size guide will find yours, and show you why.',
      ),
    ),
    'sizes-button': { type: 'buttons', entries: [{ text: 'Find your size', to: '/size-guide', look: 'line' }] },
    notify: { type: 'heading', id: 'home-notify', spans: ['Hear about the next pre-order'] },
    verse: {
      type: 'verse',
      text: 'Strength and dignity are her clothing. She laughs at the time to come.',
      reference: 'Proverbs 31:25',
    },
  }),
}
