import { type Document, fact, law, link, mail, p, section, ul } from './write.ts'

export const accessibility: Document = {
  name: 'Accessibility',
  description: [
    'What ',
    fact('shopName'),
    ' does so that everyone can shop here, how it was tested, where it falls short, and how to tell us.',
  ],
  layout: 'text',
  title: ['Accessibility'],
  lead: [
    'Everyone should be able to browse, choose and pay here, whatever they use to read a screen. If something gets in your way, please tell us.',
  ],
  blocks: [
    ...section(
      'aim',
      'What we aim for',
      p(
        'This website is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA, on every page, including your account and the checkout up to the payment page. In practice you can:',
      ),
      ul(
        'do everything with the keyboard alone and always see where you are;',
        'use a screen reader: pictures are described, fields are labelled, and changes are announced;',
        'enlarge text to 200%, or the page to 400%, without scrolling sideways;',
        'read it in light or dark mode: the colours follow your device and keep their contrast in both;',
        'pause the moving line under the header, which keeps still if your device asks for less motion;',
        'browse garments, sizes and every page of text without JavaScript.',
      ),
    ),
    ...section(
      'tested',
      'How it is tested',
      p(
        'Before a change is published, axe-core checks the pages in Chromium at phone and desktop widths, and an automated test goes through the shop by keyboard, finding fields and buttons by the names a screen reader would speak. We calculate the contrast of our colours.',
      ),
      p(
        'The site has had no outside audit, and people who use screen readers or switches every day have not yet tested it for us. Automated tests find only some barriers, so we don’t claim full conformance.',
      ),
    ),
    ...section(
      'limits',
      'Where it falls short',
      ul(
        [
          'Ordering, signing in and the forms need JavaScript. If you can’t use it, write to ',
          mail(),
          ' and we’ll find a way.',
        ],
        [
          'You pay on a page run by ',
          fact('paymentProvider'),
          ', our payment provider, who are responsible for its accessibility. If it stops you, write to us and we’ll find another way.',
        ],
        'Each picture is described in a sentence, which can’t tell you how a cloth feels. Ask, and we’ll describe it as fully as you like.',
      ),
    ),
    ...section(
      'tell-us',
      'If something stops you',
      p(
        'Write to ',
        mail('Accessibility'),
        ', use the ',
        link('contact form', '/contact'),
        ', or send a letter to the address there. Tell us the page, what you wanted to do and, if you like, what you use. A person will answer within ',
        fact('responseDays'),
        ' working days to say that it’s fixed, or when it will be and how to get what you came for in the meantime. You can ask for any text here in large print or as a plain e-mail.',
      ),
    ),
    ...section(
      'law',
      'Your rights',
      p(
        ...law(
          'equality',
          'Under the Equality Act 2010, businesses that sell to the public must make reasonable adjustments so that disabled people are not put at a substantial disadvantage.',
        ),
        ' In Northern Ireland the law is the Disability Discrimination Act 1995.',
      ),
      p(
        'If you are not happy with our answer, the ',
        link('Equality Advisory and Support Service', 'https://www.equalityadvisoryservice.com/'),
        ' advises you in England, Scotland and Wales, and the ',
        link('Equality Commission', 'https://www.equalityni.org/'),
        ' in Northern Ireland.',
      ),
    ),
  ],
}
