import { type Document, fact, h3, law, link, mail, ol, p, part, quote, section, ul } from './write.ts'

export const returns: Document = {
  name: 'Returns & Refunds',
  description: ['Changed your mind, something wrong, or damaged on the way: what to do and what you are owed.'],
  layout: 'text',
  title: ['Returns & Refunds'],
  lead: ['Choose what happened. Each case has its own rules: what we promise, then what the law gives you.'],
  blocks: [
    {
      type: 'steps',
      entries: [
        {
          label: [fact('cancelDays'), ' days from receipt'],
          title: 'You have changed your mind',
          to: '#change-of-mind',
          spans: ['Send a standard size back unworn. You pay the postage, and we refund you within 14 days.'],
        },
        {
          label: [fact('claimDays'), ' days for the quickest help'],
          title: 'Something is wrong with it',
          to: '#faulty',
          spans: [
            'Send photos first. We pay the postage and put it right. By law you have 30 days to reject it, and longer to claim.',
          ],
        },
        {
          label: ['Report within ', fact('damageReportHours'), ' hours'],
          title: 'Damaged or lost on the way',
          to: '#damaged-or-lost',
          spans: ['It is at our risk until it reaches you. We find it, make it again or refund you.'],
        },
      ],
    },
    ...section(
      'change-of-mind',
      'You have changed your mind',
      p(
        'You don’t need a reason. ',
        ...law(
          'cancel',
          'For garments in our standard sizes, the law gives you ',
          fact('cancelDays'),
          ' days from the day after your parcel arrives to tell us that you are cancelling. You can also cancel before it arrives.',
        ),
      ),
      ol(
        [
          'Open your order from any of our e-mails and press “Withdraw from this contract”; or ',
          link('withdraw from a contract', '/withdraw'),
          ' with its number and your e-mail; or write to ',
          mail('I would like to return my order'),
          '. You get a receipt by e-mail.',
        ],
        [
          'Send the garment back within ',
          fact('cancelDays'),
          ' days of telling us, unworn, to the address below. You pay the return postage, and we suggest a tracked service.',
        ],
        [
          ...law(
            'cancel',
            'We refund the garment and the standard delivery you paid, to the card or account you paid with, within ',
            fact('cancelDays'),
            ' days of the garment reaching us or of your proof of posting, whichever comes first.',
          ),
          ' If it has been handled more than is needed to try it on, we may make a deduction for its loss in value.',
        ],
      ),
      p(
        'The same goes for fabric samples: send them back uncut, and we refund what you paid for them, postage included.',
      ),
      p('Items returned after ', fact('noReturnAfterDays'), ' days are not accepted if you have changed your mind.'),
    ),
    ...section(
      'before-and-after-cutting',
      'Cancelling before it is sent',
      p(
        'Until we start cutting, you can cancel on your order’s page, by e-mail or in your account, and we refund everything, including delivery. Production takes ',
        fact('productionTime'),
        ', and there is no cancellation once production begins: from then on the work can’t be stopped, and we’ll send your parcel.',
      ),
      p(
        'You can still send back a garment in a standard size, as described above. A garment made to your own measurements or changed to your wishes is different: ',
        ...law('exempt', 'the law gives no right to cancel it, and we tell you so before you pay.'),
        ' A hem for your height doesn’t count as a change. If a garment made for you is faulty, everything under the next heading applies to it too.',
      ),
    ),
    ...section(
      'faulty',
      'Something is wrong with it',
      p(
        'If a seam opens, you have the wrong size or garment, or anything is not as we described it, we put it right at no cost to you, postage included.',
      ),
      ul(
        [
          'Tell us on your order’s page, or write to ',
          mail('Something is wrong with my order'),
          ', within ',
          fact('claimDays'),
          ' days of receiving it, with your order number and photos of the fault and of the whole garment. That way we can help you fastest.',
        ],
        ['We answer within ', fact('responseDays'), ' business days, and send you a label if we need it back.'],
        ['We inspect it within ', fact('inspectionDays'), ' business days of receiving it.'],
        [
          'A refund reaches you within ',
          fact('refundDays'),
          ' business days after that, ',
          ...law('faults', 'and never later than the 14 days the law allows once we have agreed to it.'),
        ],
      ),
      h3('Your legal rights'),
      p(
        'Our ',
        fact('claimDays'),
        ' days help us act quickly; ',
        ...law(
          'faults',
          'they don’t limit your rights. Under the Consumer Rights Act 2015, goods must be as described, fit for purpose and of satisfactory quality:',
        ),
      ),
      ul(
        [...law('faults', 'within 30 days of receiving faulty goods you may reject them and get all your money back;')],
        [
          ...law(
            'faults',
            'after that we must repair or replace them; if that does not work, you may keep them at a lower price or reject them;',
          ),
        ],
        [
          ...law(
            'faults',
            'a fault that shows within six months counts as having been there, unless we can show otherwise;',
          ),
        ],
        [...law('faults', 'in England and Wales you can claim for up to six years.')],
      ),
    ),
    ...section(
      'damaged-or-lost',
      'Damaged or lost on the way',
      p(
        ...law('risk', 'The parcel travels at our risk until it is in your hands.'),
        ' Please report shipping damage within ',
        fact('damageReportHours'),
        ' hours of delivery, with photos of the parcel, its label and what is inside: carriers make it hard for us to claim after that.',
      ),
      p(
        ...law(
          'risk',
          'If you notice it later, tell us anyway: your rights don’t end after ',
          fact('damageReportHours'),
          ' hours.',
        ),
        ' If a parcel doesn’t arrive, we find it, make it again or refund you.',
      ),
    ),
    ...section(
      'where-to',
      'Where to send it',
      part('address'),
      p('Please tell us first, so that we know to expect your parcel and whether you’d like another size or a refund.'),
      p('To exchange, send the first garment back and order the other whenever you like.'),
    ),
    ...section(
      'cancellation-form',
      'Cancellation form',
      p('You don’t have to use it. If you do, copy it into a letter or an e-mail to ', mail('Cancellation'), ':'),
      quote(
        ...law(
          'form',
          'To ',
          fact('traderName'),
          ', ',
          fact('traderAddress'),
          ', ',
          fact('email'),
          ': I hereby give notice that I cancel my contract of sale of the following goods: … Ordered on … / received on … Order number … My name … My address … Date … Signature (only on paper) …',
        ),
      ),
    ),
  ],
}
