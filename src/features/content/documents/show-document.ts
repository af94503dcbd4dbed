import type { SupabaseClient } from '@supabase/supabase-js'
import { formatPence } from '#base/money.ts'
import { readPostalAddress } from '#base/postal-address.ts'
import { shopDate } from '#base/shop-clock.ts'
import { clockName } from '#base/shop-time.ts'
import { describeEnd, makingTime, summariseNow } from '#features/catalogue/preorders/describe-preorder.ts'
import { listLivePreorders } from '#features/catalogue/preorders/live-preorders.ts'
import { isPreorderLive } from '#features/catalogue/preorders/preorder.ts'
import { listProducts, type Product } from '#features/catalogue/product.ts'
import type { ProductSummary } from '#features/catalogue/product-summary.ts'
import { offeredCarriers } from '#features/settings/carriers.ts'
import { notToNorthernIreland } from '#features/settings/delivery.ts'
import type { PagePictures, PageSettings } from '#features/settings/page-settings.ts'
import { fullWeeks, productionTimeLabels } from '#features/settings/production-time.ts'
import type { ShopSettings } from '#features/settings/shop-settings.ts'
import { readFullPreorders } from '#features/waitlist/fetch-waitlist-facts.ts'
import { getFrom } from '#platform/client/endpoints.ts'
import type { GetResponse } from '#platform/http/contract.ts'
import { providerInTexts } from '#platform/payments/provider-info.ts'
import { type Shop, shop } from '#shop'
import { describeZones, type ZoneWords } from '../delivery-zones.ts'
import type { Block, BlockOf, Condition, Document, Paragraph, PartName, Span } from './document.ts'
import type { Facts } from './facts.ts'
import { type Documents, hasMaker } from './read-documents.ts'

type FactSettings = Pick<ShopSettings, 'productionDays' | 'capacity' | 'carriers' | 'samplesPence' | 'zones'>

/** The facts as they are now; `policies`: the figures of another day. */
export function factsOf(
  { productionDays, capacity, carriers, samplesPence, zones }: FactSettings,
  now: Date,
  policies = shop.policies,
): Facts {
  const { samples, trader } = shop
  const { time, inDays } = productionTimeLabels(productionDays)
  const counted = 'without weekends and the bank holidays of England and Wales'
  return {
    shopName: shop.name,
    email: shop.email,
    traderName: trader.name,
    traderAddress: trader.address.join(', '),
    town: readPostalAddress(trader.address).town,
    productionTime: time,
    productionTimeInDays: inDays ? `${time} (${inDays})` : time,
    productionTimeCounted: `${time} (${inDays ? `${inDays}, ${counted}` : counted})`,
    fullWeeks: capacity.length > 0 ? ` ${fullWeeks}` : '',
    clock: clockName,
    paymentProvider: providerInTexts,
    carriers: offeredCarriers(carriers)
      .map(({ name }) => name)
      .join(', '),
    responseDays: range(policies.responseDays),
    claimDays: String(policies.claimDays),
    inspectionDays: range(policies.inspectionDays),
    refundDays: range(policies.refundDays),
    noReturnAfterDays: String(policies.noReturnAfterDays),
    damageReportHours: String(policies.damageReportHours),
    cancelDays: String(policies.cancelDays),
    governingLaw: policies.governingLaw,
    samplesMost: String(samples.most),
    samplesDispatchDays: String(samples.dispatchDays),
    deliveryNote:
      zones.length > 1
        ? 'That’s the usual delivery time in the United Kingdom. Elsewhere, see delivery times in your cart.'
        : 'That’s the usual delivery time. Your cart shows the price before you pay.',
    samplesPrice: samplesPence ? `costs ${formatPence(samplesPence)}` : 'is free',
    year: shopDate(now).slice(0, 4),
  }
}

const range = (days: string) => days.replace('-', '–')

/** What a document is shown with. */
export type Filling = {
  facts: Facts
  conditions: Readonly<Record<Condition, boolean>>
  pictures: PagePictures
  productionDays: number
  /** Those that are not here stay in the document: the renderer has them. */
  parts: Partial<Record<PartName, Paragraph[]>>
}

/** The document as visitors see it: facts are text, conditions are decided, pictures have their files. */
export function fillDocument(document: Document, filling: Filling): Document {
  const { lead, title, description, blocks, ...rest } = document
  return {
    ...rest,
    description: fillList(description, filling),
    title: fillList(title, filling),
    lead: fillList(lead, filling),
    blocks: fillList(blocks, filling).filter((block) => !isEmpty(block)),
  }
}

/** The text of spans without their marks. */
export function plainText(spans: readonly Span[], facts?: Facts): string {
  return spans
    .map((span) => (typeof span === 'string' ? span : 'fact' in span ? (facts?.[span.fact] ?? '') : span.text))
    .join('')
}

function fillList<T>(list: readonly T[], filling: Filling): T[] {
  const filled: unknown[] = []
  for (const part of list.flatMap((each) => fill(each, filling))) {
    const last = filled.at(-1)
    // Neighbouring texts are one: React would write a comment between them.
    if (typeof part === 'string' && typeof last === 'string') filled[filled.length - 1] = last + part
    else filled.push(part)
  }
  return filled as T[]
}

type Part = Exclude<Span, string> | Block | Paragraph

/** What a part of a document is shown as: nothing, one part or several. */
function fill(each: unknown, filling: Filling): unknown[] {
  if (!each || typeof each !== 'object') return [each]
  if (Array.isArray(each)) return [fillList(each, filling)]
  const part = each as Part
  if ('when' in part && part.when && !filling.conditions[part.when]) return []
  if ('fact' in part) {
    const { fact, law: _, ...marks } = part
    return [textWith(filling.facts[fact], marks)]
  }
  if ('kind' in part && part.kind === 'part') return filling.parts[part.part] ?? [part]
  if ('type' in part && part.type === 'picture') return fillPicture(part, filling)
  if ('type' in part && part.type === 'steps' && part.days) {
    const { days: _, entries, ...block } = part
    return [{ ...block, entries: overDays(fillList(entries, filling), filling.productionDays) }]
  }
  const { law: _law, when: _when, ...rest } = part as { law?: unknown; when?: unknown; text?: string }
  if (Object.keys(rest).join() === 'text') return [rest.text]
  const filled = Object.entries(rest).map(([name, value]) => [
    name,
    Array.isArray(value) ? fillList(value, filling) : value,
  ])
  return [Object.fromEntries(filled)]
}

const textWith = (text: string, marks: object) => (Object.keys(marks).length > 0 ? { text, ...marks } : text)

/** Nothing where a photograph has no file: a page works without it. */
function fillPicture(block: BlockOf<'picture'>, { pictures }: Filling): Block[] {
  if ('url' in block.picture) return [block]
  const stored = pictures[block.picture.name]
  if (!stored) return []
  const { alt, ...picture } = stored
  return [{ ...block, alt: block.alt || alt, picture }]
}

type Step = BlockOf<'steps'>['entries'][number]

/** Four steps over the working days of a product; a time too short to divide is one step. */
export function overDays(steps: readonly Step[], productionDays: number): Step[] {
  const sewn = Math.min(Math.round(productionDays * 0.7), productionDays - 2)
  const [cut, sew, finish, check] = steps
  if (productionDays < 5 || !cut || !sew || !finish || !check) {
    const spans = steps.flatMap((step, index) => (index > 0 ? [' ', ...step.spans] : step.spans))
    return [{ label: [spell(1, productionDays)], title: 'From cloth to parcel', spans }]
  }
  return [
    { ...cut, label: [spell(1, 1)] },
    { ...sew, label: [spell(2, sewn)] },
    { ...finish, label: [spell(sewn + 1, productionDays - 1)] },
    { ...check, label: [spell(productionDays, productionDays)] },
  ]
}

function spell(from: number, to: number): string {
  if (to <= from) return `Day ${from}`
  return to === from + 1 ? `Days ${from} and ${to}` : `Days ${from} to ${to}`
}

function isEmpty(block: Block): boolean {
  if (block.type === 'text') return block.paragraphs.length === 0
  return 'entries' in block && block.entries.length === 0
}

type Sources = {
  settings: PageSettings
  documents: Documents
  backend: SupabaseClient
  now: Date
  /** The figures of another day than today's. */
  policies?: Shop['policies']
}

/** What blocks show that are made from the catalogue and the settings; each is there where a block shows it. */
export type LiveParts = {
  zones?: readonly ZoneWords[]
  garments?: Readonly<Record<BlockOf<'garments'>['which'], ProductSummary[]>>
}

/** As many as two rows have. */
const mostGarments = 8

/** The garments of the shop for a block; null where no block shows any. The products tell until when that is true. */
export async function readGarments({ blocks }: Document, { backend, now }: Pick<Sources, 'backend' | 'now'>) {
  if (!blocks.some(({ type }) => type === 'garments')) return null
  const products = await listProducts(backend)
  const full = await readFullPreorders(backend, products)
  const [live, others] = [true, false].map((isLive) =>
    products
      .filter((product) => isPreorderLive(product, now) === isLive)
      .toReversed()
      .slice(0, mostGarments),
  )
  const summaries = (list: readonly Product[] = []) => list.map((product) => summariseNow(product, now, full))
  return { products, garments: { newest: summaries(others), preorders: summaries(live) } }
}

/** Reads what the document's parts are made from; `zones` are for its table. */
export async function readFilling(
  document: Document,
  { settings, documents, backend, now, policies }: Sources,
): Promise<{ filling: Filling; zones: ZoneWords[] | undefined }> {
  const used = usedParts(document)
  const zones = describeZones(settings.zones, now)
  // Without the score the page is whole: a failure hides the sentence only.
  const score = used.has('score') && settings.showsScore ? await getFrom(backend, 'promise-score') : null
  const etsy = used.has('etsyReviews') ? await getFrom(backend, 'etsy-reviews') : null
  if (etsy?.error) throw new Error('The reviews on Etsy could not be read', { cause: etsy.error })
  const preorders = used.has('preorders') ? await listLivePreorders(backend, now) : []
  const named = (name: string, text: string): Paragraph => ({
    kind: 'p',
    spans: [{ text: `${name}:`, strong: true }, ` ${text}`],
  })
  const sentence = score?.data?.sentence
  return {
    zones: used.has('zones') ? zones : undefined,
    filling: {
      facts: factsOf(settings, now, policies),
      conditions: { samples: settings.samplesPence !== null, maker: hasMaker(documents, now) },
      pictures: settings.pictures,
      productionDays: settings.productionDays,
      parts: {
        places: zones.map(({ name, countries }) => named(name, `${countries}.`)),
        northernIreland: settings.deliversToNorthernIreland ? [] : [{ kind: 'p', spans: [notToNorthernIreland] }],
        duties: zones.flatMap(({ duties }) => duties.map(({ name, text }) => named(name, text))),
        preorders: preorders.map((product) => {
          const closes = describeEnd(new Date(product.preorderEndsAt ?? now), now).text
          return named(product.name, `closes ${closes}. It takes ${makingTime(product, settings)}.`)
        }),
        score: sentence ? [{ kind: 'p', spans: [sentence] }] : [],
        etsyReviews: etsy?.data ? describeEtsyReviews(etsy.data) : [],
        contacts: [
          { kind: 'p', spans: [{ text: shop.email, to: 'mail:' }] },
          ...shop.social.map(({ name, url }): Paragraph => ({ kind: 'p', spans: [{ text: name, to: url }] })),
        ],
      },
    },
  }
}

/** All reviews as paragraphs, apart from those of buyers here, with who wrote them. */
function describeEtsyReviews({ count, average, reviews }: GetResponse<'etsy-reviews'>): Paragraph[] {
  if (count === 0) return []
  const counted = count === 1 ? 'one review' : `${count} reviews, ${average.toFixed(1)} of 5 stars on average`
  const intro = `On Etsy: ${counted}. They were written there by buyers on Etsy, and are shown without a choice among them.`
  return [
    { kind: 'p', spans: [intro] },
    ...reviews.flatMap(({ stars, words, month }): Paragraph[] => [
      ...(words ? [{ kind: 'quote' as const, spans: [words] }] : []),
      { kind: 'p', spans: [`${stars} of 5 stars, reviewed on Etsy, ${month}`] },
    ]),
  ]
}

function usedParts({ blocks }: Document): Set<PartName> {
  const paragraphs = blocks.flatMap((block) => {
    if (block.type === 'text') return block.paragraphs
    return block.type === 'questions' ? block.entries.flatMap(({ answer }) => answer) : []
  })
  return new Set(paragraphs.flatMap((each) => (each.kind === 'part' ? [each.part] : [])))
}
