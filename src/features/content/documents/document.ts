import { z } from 'zod'
import { keptLine } from '#platform/text/kept-text.ts'
import { factNames } from './facts.ts'
import { lawReasons } from './law.ts'

// A document is data: text with marks, never HTML. The server puts the facts in (`show-document.ts`), and one renderer
// shows it (`document-view.tsx`, `blocks.tsx`).

const markup = /<\s*\/?\s*[a-z!]/i
const noMarkup = (text: string) => !markup.test(text)
const plain = 'Please write plain text, without HTML.'

function line(most: number) {
  return z.string().max(most, `Please keep it to ${most} characters.`).refine(noMarkup, plain).transform(keptLine)
}

/** Text beside other text keeps the blanks at its ends. */
const Words = z
  .string()
  .max(5_000, 'Please keep a paragraph to 5,000 characters.')
  .refine(noMarkup, plain)
  .transform((text) => keptLine(`.${text}.`).slice(1, -1))

/** A page of the shop, another site, or an e-mail to the shop with its subject. */
export const linkTarget = z
  .string()
  .max(500)
  .regex(
    /^(?:\/(?!\/)[\w./?=&%#-]*|#[\w-]+|https:\/\/[^\s<>"\\]+|mail:[^<>\\\p{Cc}]*)$/u,
    'A link leads to a page of the shop, to https://… or to an e-mail.',
  )

const marks = {
  strong: z.literal(true).optional(),
  em: z.literal(true).optional(),
  to: linkTarget.optional(),
  /** The words are fixed by law: a change of them is warned of, with this reason. */
  law: z.enum(lawReasons).optional(),
}
const Span = z.union([
  Words,
  z.strictObject({ text: Words, ...marks }),
  z.strictObject({ fact: z.enum(factNames), ...marks }),
])
export type Span = z.output<typeof Span>
const Spans = z.array(Span).max(200)

/** What shows an entry only while it is true of the shop. */
const Condition = z.enum(['samples', 'maker'])
export type Condition = z.output<typeof Condition>

/** Parts that are made from the settings and the catalogue. */
const PartName = z.enum([
  'address',
  'zones',
  'places',
  'northernIreland',
  'duties',
  'preorders',
  'score',
  'etsyReviews',
  'contacts',
])
export type PartName = z.output<typeof PartName>

const Paragraph = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('p'), spans: Spans, when: Condition.optional() }),
  z.strictObject({ kind: z.literal('h3'), spans: Spans }),
  z.strictObject({ kind: z.enum(['ul', 'ol']), entries: z.array(Spans).max(100) }),
  z.strictObject({ kind: z.literal('quote'), spans: Spans }),
  z.strictObject({ kind: z.literal('part'), part: PartName }),
])
export type Paragraph = z.output<typeof Paragraph>
const Paragraphs = z.array(Paragraph).max(200)

const id = z.string().regex(/^[a-z][a-z\d-]{0,60}$/, 'An anchor has small letters, digits and hyphens.')
/** The block's place in a document of a fixed layout. */
const slot = z
  .string()
  .regex(/^[a-z][a-z-]{0,30}$/)
  .optional()

/** The name of a photograph in `shop.config.ts`, or an uploaded one, whose size the server fills in. */
const PictureSource = z.union([
  z.strictObject({ name: z.string().max(40) }),
  z.strictObject({
    url: z
      .string()
      .max(500)
      .regex(/^\/storage\/v1\/object\/public\/product-images\/[^?#\s]+$/, 'Please add the picture again.'),
    width: z.int().optional(),
    height: z.int().optional(),
    blur: z.string().max(200).nullish(),
  }),
])
const percent = z.int().min(0).max(100)

const Block = z.discriminatedUnion('type', [
  /** Begins a section. */
  z.strictObject({
    type: z.literal('heading'),
    slot,
    id,
    spans: Spans,
    look: z.enum(['ruled', 'shaded', 'pictured', 'beside']).optional(),
  }),
  z.strictObject({ type: z.literal('text'), slot, paragraphs: Paragraphs }),
  z.strictObject({
    type: z.literal('picture'),
    slot,
    picture: PictureSource,
    /** Empty for a photograph of the configuration: it has its own. */
    alt: line(300),
    /** The point that stays visible where the picture is cropped, in percent. */
    focus: z.strictObject({ x: percent, y: percent }).optional(),
  }),
  z.strictObject({ type: z.literal('verse'), slot, text: line(500), reference: line(100) }),
  z.strictObject({
    type: z.literal('points'),
    slot,
    look: z.enum(['terms', 'numbered']),
    entries: z.array(z.strictObject({ term: line(100).optional(), spans: Spans })).max(40),
  }),
  z.strictObject({
    type: z.literal('steps'),
    slot,
    /** The labels are made from the production time: four steps, and their words in one where it is too short. */
    days: z.literal(true).optional(),
    entries: z
      .array(z.strictObject({ label: Spans.optional(), title: line(100), to: linkTarget.optional(), spans: Spans }))
      .max(12),
  }),
  z.strictObject({
    type: z.literal('questions'),
    slot,
    entries: z.array(z.strictObject({ question: line(200), answer: Paragraphs, when: Condition.optional() })).max(60),
  }),
  z.strictObject({ type: z.literal('quote'), slot, spans: Spans, by: line(100).optional() }),
  z.strictObject({
    type: z.literal('buttons'),
    slot,
    entries: z
      .array(
        z.strictObject({
          text: line(60),
          to: linkTarget,
          look: z.enum(['solid', 'line', 'link']),
          when: Condition.optional(),
        }),
      )
      .max(6),
  }),
  z.strictObject({ type: z.literal('garments'), slot, which: z.enum(['newest', 'preorders']) }),
  z.strictObject({ type: z.literal('measures'), slot, table: z.enum(['sizes', 'lengths']) }),
])
export type Block = z.output<typeof Block>
export type BlockOf<Type extends Block['type']> = Extract<Block, { type: Type }>

/** `name`: in the tab, the navigation and search engines; `title`: the page's heading; `lead`: the sentence beside it. */
export const DocumentSchema = z
  .strictObject({
    name: line(80),
    description: z.array(Span).max(20),
    layout: z.enum(['text', 'story']),
    title: Spans,
    lead: Spans,
    blocks: z.array(Block).max(200, 'A page has at most 200 blocks.'),
  })
  .meta({ title: 'Document' })
export type Document = z.output<typeof DocumentSchema>
