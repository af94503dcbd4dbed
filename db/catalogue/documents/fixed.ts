import { type Document, em, fact, link, mail, p, part, slots, text } from './write.ts'

// Pages of a fixed layout: their words between forms, tables and garments.

/** Home before the shop opens. */
export const comingSoon: Document = {
  name: 'Coming soon',
  description: [],
  layout: 'story',
  title: ['Something ', em('Beautiful'), ' is Coming'],
  lead: ['Pre-orders open soon. Be the first to know.'],
  blocks: slots({
    verse: {
      type: 'verse',
      text: '“For I know the thoughts that I think toward you,” says Yahweh, “thoughts of peace, and not of evil, to give you hope and a future.”',
      reference: 'Jeremiah 29:11',
    },
  }),
}

export const notFound: Document = {
  name: 'Page not found',
  description: [],
  layout: 'text',
  title: ['Oops! Page not found'],
  lead: ['The garment may no longer be made, or the link may be mistyped.'],
  blocks: slots({
    buttons: {
      type: 'buttons',
      entries: [
        { text: 'Return to Home', to: '/', look: 'solid' },
        { text: 'See all garments', to: '/shop', look: 'link' },
      ],
    },
  }),
}

/** The foot of every page: four lists of lines under their headings, and the lines below them. */
export const footer: Document = {
  name: 'Footer',
  description: [],
  layout: 'text',
  title: [],
  lead: [],
  blocks: slots({
    shop: { type: 'heading', id: 'shop', spans: ['The shop'] },
    'shop-lines': text(
      p(link('Shop', '/shop')),
      { kind: 'p', spans: [link('Samples', '/samples')], when: 'samples' },
      p(link('Saved garments', '/saved')),
      p(link('Size guide', '/size-guide')),
      p(link('About', '/about')),
      p(link('FAQ', '/faq')),
    ),
    order: { type: 'heading', id: 'order', spans: ['Your order'] },
    'order-lines': text(
      p(link('Find your order', '/find-order')),
      p(link('Your account', '/account')),
      p(link('Withdraw from a contract', '/withdraw')),
      p(link('Contact', '/contact')),
    ),
    'small-print': { type: 'heading', id: 'small-print', spans: ['The small print'] },
    'small-print-lines': text(
      p(link('Privacy policy', '/privacy-policy')),
      p(link('Terms & conditions', '/terms-conditions')),
      p(link('Returns & refunds', '/returns-refunds')),
      p(link('Accessibility', '/accessibility')),
    ),
    touch: { type: 'heading', id: 'touch', spans: ['Get in touch'] },
    'touch-lines': text(part('contacts')),
    closing: text(p('© ', fact('year'), ' ', fact('shopName'), '. All rights reserved.')),
  }),
}

/** After a payment. Its verse is a setting, since the confirmation by e-mail has it too. */
export const success: Document = {
  name: 'Order confirmed',
  description: [],
  layout: 'text',
  title: ['Order Confirmed!'],
  lead: ['Thank you for your order. We make each piece just for you.'],
  blocks: slots({
    next: { type: 'heading', id: 'next', spans: ["What's Next?"] },
    'next-text': text(
      p(
        'You will receive a confirmation e-mail with your order details shortly. We’ll send another with tracking information once your parcel is on its way.',
      ),
      p('Nothing in your inbox after an hour? Check your junk folder or ', link('contact us', '/contact'), '.'),
    ),
    buttons: {
      type: 'buttons',
      entries: [
        { text: 'Continue Shopping', to: '/shop', look: 'solid' },
        { text: 'Return Home', to: '/', look: 'line' },
      ],
    },
  }),
}

export const contact: Document = {
  name: 'Contact',
  description: [
    'How to reach ',
    fact('shopName'),
    ': by form or e-mail, answered by a person within ',
    fact('responseDays'),
    ' working days.',
  ],
  layout: 'text',
  title: ['Contact'],
  lead: ['Ask us anything. A person reads every message and answers within ', fact('responseDays'), ' working days.'],
  blocks: slots({
    post: text(p('The workroom is not open to visitors. Please tell us before you send anything back.')),
  }),
}

export const sizeGuide: Document = {
  name: 'Size Guide',
  description: [
    'Our sizes in centimetres and inches, how to measure, which length reaches your ankle, and what to do between two sizes.',
  ],
  layout: 'text',
  title: ['Size Guide'],
  lead: [
    'These are measurements of your body, not of the garment: room to move is already in the cut. Inches are rounded to the nearest half.',
  ],
  blocks: slots({
    between: { type: 'heading', id: 'between', spans: ['Between two sizes'] },
    'between-text': text(
      p('If you’re on the line, take the smaller for a closer fit or the larger for one that flows.'),
      p('For a fitted bodice go by your bust, for a straight skirt by your hips.'),
    ),
    apart: { type: 'heading', id: 'apart', spans: ['Two sizes apart'] },
    'apart-text': text(
      p(
        'If your bust and hips fall two sizes apart, ',
        mail('Size advice', 'write to us'),
        ' with your measurements before you order. Britain has no standard for sizes, and the same number can differ by 5 cm or more from shop to shop, so please go by the tape.',
      ),
    ),
    measuring: { type: 'heading', id: 'measuring', spans: ['How to measure'] },
    'measuring-text': text(
      p(
        'Use a soft tape over light underwear, stand naturally and breathe normally. If you can, ask someone to hold the tape.',
      ),
    ),
    'measuring-steps': {
      type: 'points',
      look: 'terms',
      entries: [
        {
          term: 'Bust',
          spans: ['Around the fullest point, with the tape level across the back, close but not pulled tight.'],
        },
        {
          term: 'Waist',
          spans: ['Where your body creases when you bend to the side, usually 2 to 5 cm above the navel.'],
        },
        {
          term: 'Hips',
          spans: ['Around the fullest point, about 18 to 23 cm below the waist, with your feet together.'],
        },
        { term: 'Sleeve', spans: ['From the point of the shoulder, over a slightly bent elbow, to the wrist bone.'] },
        { term: 'Height', spans: ['Without shoes, with your heels and head against a wall.'] },
      ],
    },
    length: { type: 'heading', id: 'length', spans: ['Length by height'] },
    'length-text': text(
      p(
        'In flat shoes these end about 5 cm above the floor, just below the ankle bone: full length, without sweeping it.',
      ),
      p(
        'Our garments are measured down the back from the nape, the bone at the base of the neck; skirts from the waist. Your own dress is easier to measure down the front, from the shoulder seam beside the neck. That goes over the bust and comes out about 5 cm longer.',
      ),
      p('Add 2 to 5 cm if you’ll wear heels.'),
      p(
        'These are for an average build. Each garment’s page gives its own length and where its hem ends by height; see ',
        link('the shop', '/shop'),
        '.',
      ),
    ),
  }),
}
