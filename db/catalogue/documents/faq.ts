import { type Document, fact, link, mail, p, part, questions } from './write.ts'

export const faq: Document = {
  name: 'FAQ',
  description: [
    'When we send your order, which size to choose, what delivery costs, how to pay, and what to do if something isn’t right.',
  ],
  layout: 'text',
  title: ['FAQ'],
  lead: [
    'Answers to common questions, before you order and after. If yours isn’t here, write to us and a person will answer.',
  ],
  blocks: [
    ...questions(
      'ordering',
      'Ordering',
      [
        'When will you send my order?',
        p(
          'Making takes ',
          fact('productionTimeInDays'),
          ' from the day after your order, not counting days when the workroom is closed; where a garment takes more or less time, its page says so.',
          fact('fullWeeks'),
          ' You’ll find the exact date on the garment’s page, in your cart and in your confirmation.',
        ),
      ],
      {
        when: 'samples',
        question: 'Can I feel the cloth before I order?',
        answer: [
          p(
            'Yes. Choose up to ',
            fact('samplesMost'),
            ' fabrics on ',
            link('Fabric Samples', '/samples'),
            ' and we’ll post a piece of each. A set ',
            fact('samplesPrice'),
            ', and on its own it travels as a letter with postage included. We cut it from the cloth we sew with.',
          ),
        ],
      },
      [
        'What is a pre-order, and when does it end?',
        p(
          'It is a new design you can order before we cut the first one. Its page gives the day and hour it closes, and we don’t extend it. We start making the day after, and the page says how many working days that takes.',
        ),
        part('preorders'),
        p(
          'Its page also says what you gain by ordering early, if anything: a lower price, a numbered piece or a place at the front of the queue. Once the pre-order ends, the garment is made to order like the rest.',
        ),
      ],
      [
        'What if a pre-order is full, or a garment is not available?',
        p(
          'Its page says so and has a waiting list. Leave your e-mail there and we’ll let you know when you can order it again; those who joined first hear first. You don’t have to buy.',
        ),
      ],
      ['When am I charged?', p('When you order, in full, before production begins. That goes for pre-orders too.')],
      [
        'Can I change my size or address, or cancel?',
        p(
          'Yes, until we start cutting, so the sooner the better. Every e-mail about your order links to its page (',
          link('lost the link?', '/find-order'),
          '), where you can change the size, your height, the address or a gift note, or cancel. There is no cancellation once production begins, but you can still send a standard size back; see ',
          link('Returns & Refunds', '/returns-refunds'),
          '.',
        ),
      ],
      [
        'Can I order several garments at once?',
        p('Yes. They travel in one parcel, when the last of them is ready. Your cart shows the date.'),
      ],
      [
        'Do you make other sizes, lengths or colours?',
        p(
          'Sometimes. Ask us before you order, and send your measurements. You can’t send back a garment made to your own wishes just because you change your mind, and we’ll remind you of that before you pay.',
        ),
      ],
    ),
    ...questions(
      'sizing',
      'Sizing',
      [
        'How do I measure myself?',
        p('With a soft tape, in two minutes: the ', link('size guide', '/size-guide#measuring'), ' shows where.'),
      ],
      [
        'I’m between two sizes. Which one?',
        p(
          'The smaller for a closer fit, the larger for one that flows. For a fitted bodice go by the bust, for a straight skirt by the hips.',
        ),
      ],
      [
        'Do you see my measurements?',
        p(
          'Only if you send them. The size finder in the ',
          link('size guide', '/size-guide'),
          ' keeps them in your own browser; on a garment’s page you can choose to send them with your order.',
        ),
      ],
      [
        'How long will it be on me?',
        p(
          'Each garment’s page gives its length and where the hem ends at your height. The ',
          link('table of lengths', '/size-guide#length'),
          ' tells you which length reaches your ankle.',
        ),
      ],
      [
        'Is it see-through?',
        p('The garment’s page says whether it is lined, and whether you’ll want a slip under it.'),
      ],
      [
        'Can it be hemmed for my height?',
        p(
          'Yes, free: enter your height, and your shoes if they have a heel, beside the size when you order. After it’s made we charge for hemming; write to ',
          mail('Alteration'),
          ' and we’ll tell you the price and how long it takes.',
        ),
      ],
    ),
    ...questions(
      'delivery',
      'Delivery',
      ['Where do you deliver?', part('places'), part('northernIreland')],
      [
        'What does delivery cost, and how long does it take?',
        part('zones'),
        p(
          'Every parcel is tracked. Free delivery goes by the price of your garments after any discount. Choose your country in the cart to see what you’ll pay.',
        ),
      ],
      [
        'Will I have to pay customs charges?',
        p(
          'Not within the United Kingdom. Elsewhere it depends on the country, and charges on arrival are not included in our prices. These are the rules as we know them today; they do change.',
        ),
        part('duties'),
      ],
      [
        'What if my tracking has stopped, or says ‘delivered’ but nothing has arrived?',
        p(
          'Please check any safe place and ask next door first. Then write to ',
          mail('Delivery'),
          ' with your order number: until it is in your hands, it is up to us to find it, make it again or refund you.',
        ),
      ],
      [
        'Can I collect my order, or have it sooner?',
        p(
          'The workroom is not open to visitors. If you need it by a certain day, write before you order and we’ll tell you honestly whether we can do it.',
        ),
      ],
    ),
    ...questions(
      'payment',
      'Payment',
      [
        'How can I pay?',
        p(
          'By card, on a page run by ',
          fact('paymentProvider'),
          ', our payment provider. It may also show other ways to pay that work on your device or in your country.',
        ),
      ],
      [
        'Can I pay with Klarna?',
        p(
          'For some orders, yes, but not for one that we’ll dispatch more than three weeks from now; your cart tells you which. Klarna decides whether you can use it and on what terms, and your agreement is with them. If you send something back, we refund Klarna, who then adjust your plan.',
        ),
      ],
      [
        'Is it safe to pay here?',
        p('Yes. Your card number goes straight to ', fact('paymentProvider'), ' and never reaches us or our server.'),
      ],
      [
        'Why doesn’t my discount code work?',
        p(
          'It may have ended, been used up or need a larger order. You can use one code per order; enter it in the cart. If you think it should still work, send it to ',
          mail('Discount code'),
          '.',
        ),
      ],
      [
        'Why do I see two charges?',
        p(
          'One is usually a payment you started but didn’t finish: the bank holds the money and releases it within a few days. Send us your order number and we’ll look straight away.',
        ),
      ],
    ),
    ...questions(
      'returns',
      'Returns',
      [
        'Can I send it back if I change my mind?',
        p(
          'Yes, if it is a standard size: tell us within ',
          fact('cancelDays'),
          ' days of receiving it, on your order’s page, and send it back within ',
          fact('cancelDays'),
          ' more, unworn. You pay the return postage. The details are in ',
          link('Returns & Refunds', '/returns-refunds'),
          '.',
        ),
      ],
      [
        'What if it’s faulty, or not what I ordered?',
        p(
          'Tell us within ',
          fact('claimDays'),
          ' days, with photos: on your order’s page, or by e-mail to ',
          mail('Something is wrong with my order'),
          '. You’ll have an answer within ',
          fact('responseDays'),
          ' business days, and it costs you nothing. Your legal rights last longer than our ',
          fact('claimDays'),
          ' days; ',
          link('they are set out here', '/returns-refunds#faulty'),
          '.',
        ),
      ],
      [
        'How do I send photos?',
        p(
          'On your order’s page, which every e-mail about it links to (',
          link('lost the link?', '/find-order'),
          '), or attached to an e-mail. Two are enough: a close-up of the fault and one of the whole garment. If the parcel was damaged, photograph the box and its label too, and send them within ',
          fact('damageReportHours'),
          ' hours if you can.',
        ),
      ],
      [
        'When will I get my refund?',
        p(
          'Within ',
          fact('refundDays'),
          ' working days of our checking your return, and never later than the law allows, to the card or account you paid with.',
        ),
      ],
    ),
    ...questions(
      'account',
      'Account and privacy',
      ['Do I need an account?', p('No. All we need is an e-mail address and somewhere to send your order.')],
      [
        'How do I stop your e-mails?',
        p('Use the link at the foot of any of them. You’ll still get e-mails about your own orders.'),
      ],
      [
        'How do I complain about how you use my data?',
        p(
          'Write to ',
          mail('Data protection'),
          '. We’ll acknowledge it within 30 days. What we keep and why is explained in the ',
          link('Privacy Policy', '/privacy-policy'),
          '.',
        ),
      ],
    ),
    ...questions(
      'the-shop',
      'The shop',
      [
        'Who makes the garments, and where?',
        p('We do, in ', fact('town'), '. You can read more under ', link('About', '/about'), '.'),
      ],
      [
        'What does ‘faith-inspired’ mean here?',
        p(
          'Our garments are named after women of the Bible, and cut to be covered, comfortable and dignified. You don’t have to share our faith.',
        ),
      ],
      [
        'Do you sew for choirs, bridesmaids or shops?',
        p('Gladly, when we have time. Tell us how many and by when: ', mail('Several garments'), '.'),
      ],
      [
        'How do I care for it?',
        p('Follow the care notes on its page or the label sewn inside: every fabric is different.'),
      ],
    ),
  ],
}
