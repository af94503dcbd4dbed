import { Plus } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { ProductCard } from '#features/catalogue/product-card.tsx'
import type { ProductSummary } from '#features/catalogue/product-summary.ts'
import { ProductPicture } from '#ui/picture.tsx'
import { Verse } from '#ui/verse.tsx'
import { WideTable } from '#ui/wide-table.tsx'
import type { ZoneWords } from '../delivery-zones.ts'
import { Prose } from '../page-parts.tsx'
import { LengthTable, SizeTable } from '../size-guide/size-tables.tsx'
import { TraderAddress } from '../trader-address.tsx'
import type { Block, BlockOf, Paragraph } from './document.ts'
import type { LiveParts } from './show-document.ts'
import { Buttons, textOf, Words } from './words.tsx'

type Live = { live: LiveParts }

type BlocksProps = Live & { blocks: readonly Block[] /** In a narrow column. */; narrow?: boolean }

/** Blocks one below another. */
export function Blocks({ blocks, live, narrow = false }: BlocksProps) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a shown document does not change
    <OneBlock key={index} block={block} live={live} narrow={narrow} />
  ))
}

function OneBlock({ block, live, narrow }: { block: Block; narrow: boolean } & Live) {
  switch (block.type) {
    case 'text':
      return (
        <Prose>
          <Paragraphs paragraphs={block.paragraphs} live={live} />
        </Prose>
      )
    case 'picture':
      return <Photograph block={block} sizes="(width >= 64rem) 55vw, 100vw" className="mt-6 h-auto w-full" />
    case 'verse':
      return <Verse {...block} className="mt-8 text-mulberry" />
    case 'quote':
      return (
        <figure className="mt-6">
          <blockquote className={quoteLook}>
            <Words spans={block.spans} />
          </blockquote>
          {block.by && <figcaption className="label mt-3">{block.by}</figcaption>}
        </figure>
      )
    case 'points':
      return block.look === 'terms' ? (
        <Terms entries={block.entries} narrow={narrow} />
      ) : (
        <Numbered entries={block.entries} />
      )
    case 'steps':
      return <StepList entries={block.entries} />
    case 'questions':
      return (
        <div className="border-mulberry border-t">
          {block.entries.map(({ question, answer }) => (
            <Question key={question} question={question}>
              <Paragraphs paragraphs={answer} live={live} />
            </Question>
          ))}
        </div>
      )
    case 'buttons':
      return (
        <p className="flex flex-wrap items-center gap-4">
          <Buttons entries={block.entries} />
        </p>
      )
    case 'garments':
      return <Garments garments={live.garments?.[block.which] ?? []} />
    case 'measures':
      return (
        <div className="units">
          <WideTable label={block.table === 'sizes' ? 'Measurements by size' : 'Full length by height'}>
            {block.table === 'sizes' ? <SizeTable /> : <LengthTable />}
          </WideTable>
        </div>
      )
    default:
      return null
  }
}

function Garments({ garments }: { garments: ProductSummary[] }) {
  if (garments.length === 0) return null
  return (
    <ul className="two-up gap-x-[clamp(0.875rem,2.6vw,2.75rem)] gap-y-[clamp(2rem,4vw,3.5rem)]">
      {garments.map((product) => (
        <li key={product.id}>
          <ProductCard product={product} sizes="(width >= 64rem) 30vw, 45vw" />
        </li>
      ))}
    </ul>
  )
}

type Points = BlockOf<'points'>['entries']

function Terms({ entries, narrow }: { entries: Points; narrow: boolean }) {
  return (
    <dl>
      {entries.map(({ term, spans }) => (
        <div
          key={term}
          className={
            narrow ? 'border-line border-t py-3' : 'grid gap-x-6 border-line border-b py-4 sm:grid-cols-[8rem_1fr]'
          }
        >
          <dt className="font-serif text-name leading-tight">{term}</dt>
          <dd className={narrow ? 'text-ink-soft' : ''}>
            <Words spans={spans} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Numbered({ entries }: { entries: Points }) {
  return (
    <ol className="grid gap-x-12 gap-y-7 md:grid-cols-2">
      {entries.map(({ spans }) => (
        <li key={textOf(spans)} className="max-w-[30em] border-mulberry border-t pt-4">
          <Words spans={spans} />
        </li>
      ))}
    </ol>
  )
}

function StepList({ entries }: { entries: BlockOf<'steps'>['entries'] }) {
  return (
    <ol className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
      {entries.map(({ label, title, spans }) => (
        <li key={title} className="border-mulberry border-t pt-4">
          {label && (
            <p className="label text-mulberry">
              <Words spans={label} />
            </p>
          )}
          <h3 className="wrap-any mt-2 text-title leading-tight">{title}</h3>
          <p className="mt-2 max-w-[28em] text-ink-soft">
            <Words spans={spans} />
          </p>
        </li>
      ))}
    </ol>
  )
}

/** A picture of a document; nothing where its file is not stored yet. */
export function Photograph({
  block: { picture, alt, focus },
  ...rest
}: {
  block: BlockOf<'picture'>
  sizes: string
  priority?: boolean
  className: string
}) {
  if (!('url' in picture)) return null
  const { url, width = 0, height = 0, blur = null } = picture
  const image = <ProductPicture picture={{ url, alt, width, height, blur }} {...rest} />
  if (!focus) return image
  return (
    <span
      className="contents [&>img]:object-(--focus)"
      style={{ '--focus': `${focus.x}% ${focus.y}%` } as React.CSSProperties}
    >
      {image}
    </span>
  )
}

/**
 * A question that opens its answer, with or without JavaScript. The answer has an anchor: a link to it, or the
 * browser's search in the page, opens it.
 */
function Question({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details className="group/question border-line border-b">
      <summary className="wrap-any flex min-h-14 items-center justify-between gap-x-[min(1.5rem,6vw)] py-3 font-serif text-name leading-tight hover:text-mulberry">
        {question}
        <Plus
          aria-hidden="true"
          strokeWidth={1.25}
          className="size-5 shrink-0 transition-transform group-open/question:rotate-45"
        />
      </summary>
      <div id={addressOf(question)} className="scroll-mt-20">
        <Prose className="pb-6">{children}</Prose>
      </div>
    </details>
  )
}

/** 'When am I charged?' is `#when-am-i-charged`. */
function addressOf(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/-$/, '')
}

const quoteLook = 'border-mulberry border-l-2 pl-5 font-serif leading-relaxed'

function Paragraphs({ paragraphs, live }: { paragraphs: readonly Paragraph[] } & Live) {
  return paragraphs.map((paragraph, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a shown document does not change
    return <Fragment key={index}>{oneParagraph(paragraph, live)}</Fragment>
  })
}

function oneParagraph(paragraph: Paragraph, { zones }: LiveParts): ReactNode {
  switch (paragraph.kind) {
    case 'p':
      return (
        <p>
          <Words spans={paragraph.spans} />
        </p>
      )
    case 'h3':
      return (
        <h3>
          <Words spans={paragraph.spans} />
        </h3>
      )
    case 'quote':
      return (
        <blockquote className={quoteLook}>
          <Words spans={paragraph.spans} />
        </blockquote>
      )
    case 'part':
      if (paragraph.part === 'address') return <TraderAddress />
      return paragraph.part === 'zones' && zones ? <ZoneTable zones={zones} /> : null
    default: {
      const List = paragraph.kind
      return (
        <List>
          {paragraph.entries.map((entry) => (
            <li key={textOf(entry)}>
              <Words spans={entry} />
            </li>
          ))}
        </List>
      )
    }
  }
}

/** Delivery prices and times, zone by zone. */
function ZoneTable({ zones }: { zones: readonly ZoneWords[] }) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Delivery by zone</caption>
      <thead>
        <tr className="label border-mulberry border-b text-mulberry">
          <th scope="col" className="py-2 pr-3 font-medium">
            To
          </th>
          <th scope="col" className="px-2 py-2 font-medium">
            Price
          </th>
          <th scope="col" className="py-2 pl-2 font-medium">
            After dispatch
          </th>
        </tr>
      </thead>
      <tbody>
        {zones.flatMap((zone) =>
          zone.services.map((service) => (
            <tr key={service.id} className="border-line border-b align-baseline">
              <th scope="row" className="py-2.5 pr-3 font-normal leading-tight">
                {zone.name}
                <span className="block text-ink-soft text-small">{service.label}</span>
              </th>
              <td className="px-2 py-2.5 tabular-nums leading-tight">{service.price}</td>
              <td className="py-2.5 pl-2 leading-tight">{service.transit}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}
