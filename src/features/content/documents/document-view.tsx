import { Plus } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { ProductCard } from '#features/catalogue/product-card.tsx'
import type { ProductSummary } from '#features/catalogue/product-summary.ts'
import { ProductPicture } from '#ui/picture.tsx'
import { Rule } from '#ui/rule.tsx'
import { Verse } from '#ui/verse.tsx'
import { WideTable } from '#ui/wide-table.tsx'
import type { ZoneWords } from '../delivery-zones.ts'
import { PageContents, PageHeading, Prose } from '../page-parts.tsx'
import { LengthTable, SizeTable } from '../size-guide/size-tables.tsx'
import { TraderAddress } from '../trader-address.tsx'
import type { Block, BlockOf, Document, Paragraph, Span } from './document.ts'
import type { LiveParts } from './show-document.ts'
import { Buttons, textOf, Words } from './words.tsx'

/** A document as `fillDocument` returns it. */
type Shown = { document: Document; live: LiveParts }

/** A heading with the blocks below it; those before the first heading have none. */
type Section = { heading: BlockOf<'heading'> | null; blocks: Block[] }

function sectionsOf(blocks: readonly Block[]): [Block[], ...(Section & { heading: BlockOf<'heading'> })[]] {
  const opening: Block[] = []
  const sections: (Section & { heading: BlockOf<'heading'> })[] = []
  for (const block of blocks) {
    if (block.type === 'heading') sections.push({ heading: block, blocks: [] })
    else (sections.at(-1)?.blocks ?? opening).push(block)
  }
  return [opening, ...sections]
}

/** Blocks one below another in a text page. */
const flow = '[&>*+*]:mt-6'

/** A text page in sections, with a table of contents, or with the steps that begin it in its place. `dates`: of a policy. */
export function TextDocument({ document, live, dates }: Shown & { dates?: ReactNode }) {
  const [opening, ...sections] = sectionsOf(document.blocks)
  const glance = opening.find((block) => block.type === 'steps')
  const others = opening.filter((block) => block !== glance)
  const contents = sections.map(({ heading }) => ({ id: heading.id, title: textOf(heading.spans) }))
  const hasContents = !glance && contents.length > 1
  const isFaq = sections.some(({ blocks }) => blocks.some(({ type }) => type === 'questions'))
  return (
    <div className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <PageHeading title={<Words spans={document.title} />}>
        <Words spans={document.lead} />
      </PageHeading>
      {dates}
      <Rule className="mt-8 text-mulberry/60 lg:mt-12" />
      {glance && <Glance entries={glance.entries} contents={contents} />}
      <div className="mt-8 grid grid-cols-1 items-start gap-x-12 gap-y-12 lg:mt-12 lg:grid-cols-12">
        {hasContents && (
          <div className="lg:sticky lg:top-24 lg:col-span-4">
            <PageContents sections={contents} />
          </div>
        )}
        <div className={glance ? 'lg:col-span-12' : `wrap-any lg:col-span-8 ${hasContents ? '' : 'lg:col-start-5'}`}>
          {others.length > 0 && (
            <div className={`${flow} ${sections.length > 0 ? 'mb-14' : ''}`}>
              <Blocks blocks={others} live={live} />
            </div>
          )}
          {sections.map(({ heading, blocks }, index) => (
            <section
              key={heading.id}
              id={heading.id}
              aria-labelledby={`${heading.id}-title`}
              className={`${index > 0 ? `mt-14 ${isFaq ? '' : 'lg:mt-16'}` : ''} ${glance ? 'items-start gap-x-12 lg:grid lg:grid-cols-12' : ''}`}
            >
              <h2
                id={`${heading.id}-title`}
                className={`text-title leading-tight ${glance ? 'lg:sticky lg:top-24 lg:col-span-4' : ''}`}
              >
                <Words spans={heading.spans} />
              </h2>
              <div className={`${flow} ${glance ? 'mt-4 lg:col-span-8 lg:mt-1' : isFaq ? 'mt-3' : 'mt-4'}`}>
                <Blocks blocks={blocks} live={live} />
              </div>
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

type Steps = BlockOf<'steps'>['entries']

/** In place of the contents: the cases side by side, then links to the other sections. */
function Glance({ entries, contents }: { entries: Steps; contents: readonly { id: string; title: string }[] }) {
  const others = contents.filter(({ id }) => !entries.some(({ to }) => to === `#${id}`))
  return (
    <nav aria-label="On this page">
      <ul className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3 lg:mt-12">
        {entries.map(({ label = [], title, to, spans }) => (
          <li key={title}>
            <p className="label text-mulberry">
              <Words spans={label} />
            </p>
            <p className="font-serif text-name leading-tight">
              <a href={to} className="inline-flex min-h-11 items-center hover:text-mulberry">
                <span className="link">{title}</span>
              </a>
            </p>
            <p className="mt-1 max-w-[26em] text-ink-soft">
              <Words spans={spans} />
            </p>
          </li>
        ))}
      </ul>
      <ul className="mt-8 flex flex-wrap gap-x-8 border-line border-t pt-3 lg:mt-10">
        {others.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-flex min-h-11 items-center hover:text-mulberry">
              <span className="link">{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const apart = 'mt-[clamp(4.5rem,9vw,8rem)]'
const whole = '-ml-(--bleed) w-[calc(100%+var(--bleed))]! max-w-none'

/** Where title, picture and words are on a wide screen: with an upright picture the title is beside it. */
const above = [
  'lg:col-span-12 lg:text-[min(var(--text-masthead),6.9vw)]',
  'aspect-4/3 object-cover lg:col-span-6',
  'lg:col-span-6 lg:self-end',
] as const
const beside = [
  'lg:col-span-7 lg:col-start-6 lg:row-start-1',
  'aspect-4/5 object-cover lg:col-span-5 lg:col-start-1 lg:row-span-2 lg:row-start-1',
  'lg:col-span-6 lg:col-start-6 lg:row-start-2 lg:self-end',
] as const

const isTall = ({ width = 0, height = 0 }) => height > width

/** A page that tells a story: a large title, a picture beside the first text, and sections of several looks. */
export function StoryDocument({ document, live }: Shown) {
  const [opening, ...sections] = sectionsOf(document.blocks)
  const [picture, others] = takePicture(opening)
  const isUpright = picture !== undefined && 'url' in picture.picture && isTall(picture.picture)
  const [head, image, words] = isUpright ? beside : above
  return (
    <div className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <header className="grid gap-x-12 gap-y-8 lg:grid-cols-12">
        {/* On a wide screen each half has a line of its own, so that no font breaks it elsewhere. */}
        <h1
          className={`wrap-any text-masthead leading-[0.94] tracking-[-0.018em] ${head} [&_em]:block lg:[&_em]:pl-[1.2em]`}
        >
          <Words spans={document.title} />
        </h1>
        {picture && (
          <Photograph
            block={picture}
            priority
            sizes={`(width >= 64rem) ${isUpright ? '38' : '46'}vw, 100vw`}
            className={`${whole} ${image}`}
          />
        )}
        <div className={`${flow} text-lead leading-[1.45] ${picture ? words : 'lg:col-span-7 lg:col-start-5'}`}>
          {document.lead.length > 0 && (
            <Prose>
              <p>
                <Words spans={document.lead} />
              </p>
            </Prose>
          )}
          <Blocks blocks={others} live={live} />
        </div>
      </header>
      {withBeside(sections).map((section) => (
        <StorySection key={section.heading.id} {...section} live={live} />
      ))}
    </div>
  )
}

type StorySectionProps = { heading: BlockOf<'heading'>; blocks: Block[]; beside: Section | null }

/** A section whose heading has the look `beside` is beside the section before it. */
function withBeside(sections: readonly (Section & { heading: BlockOf<'heading'> })[]): StorySectionProps[] {
  const found: StorySectionProps[] = []
  for (const section of sections) {
    const last = found.at(-1)
    if (section.heading.look === 'beside' && last && !last.beside) last.beside = section
    else found.push({ ...section, beside: null })
  }
  return found
}

function StorySection({ heading, blocks, beside, live }: StorySectionProps & Pick<Shown, 'live'>) {
  const { id, spans, look } = heading
  if (look === 'ruled') {
    const texts = blocks.filter(({ type }) => type === 'text')
    return (
      <section aria-labelledby={id} className={apart}>
        <Rule className="text-mulberry/60" />
        <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-12">
          <div className="lg:col-span-4">
            <LargeHeading id={id} spans={spans} />
            <div className={`${flow} mt-5 max-w-[26em] text-ink-soft`}>
              <Blocks blocks={texts} live={live} />
            </div>
          </div>
          <div className="lg:col-span-7 lg:col-start-6">
            <Blocks blocks={blocks.filter((block) => !texts.includes(block))} live={live} />
          </div>
        </div>
      </section>
    )
  }
  if (look === 'shaded') {
    return (
      <section
        aria-labelledby={id}
        className={`${apart} -mx-(--bleed) bg-paper-deep px-(--bleed) py-[clamp(3rem,6vw,5rem)]`}
      >
        <LargeHeading id={id} spans={spans} />
        <div className="mt-9 grid gap-y-9">
          <Blocks blocks={blocks} live={live} />
        </div>
      </section>
    )
  }
  if (look === 'pictured') return <PicturedSection heading={heading} blocks={blocks} live={live} />
  return (
    <section aria-labelledby={id} className={`${apart} grid gap-x-12 gap-y-10 lg:grid-cols-12`}>
      <LargeHeading id={id} spans={spans} className="lg:col-span-12" />
      <div className="grid content-start gap-y-8 lg:col-span-7">
        <Blocks blocks={blocks} live={live} />
      </div>
      {beside?.heading && (
        <div className="lg:col-span-4 lg:col-start-9">
          <h3 id={beside.heading.id} className="text-title leading-tight">
            <Words spans={beside.heading.spans} />
          </h3>
          <div className={`${flow} mt-4`}>
            <Blocks blocks={beside.blocks} live={live} narrow />
          </div>
        </div>
      )}
    </section>
  )
}

function LargeHeading({ id, spans, className = '' }: { id: string; spans: Span[]; className?: string }) {
  return (
    <h2 id={id} className={`text-display leading-none tracking-[-0.015em] ${className}`}>
      <Words spans={spans} />
    </h2>
  )
}

/** A photograph across the page with a verse below it, and the text beside it. */
function PicturedSection({
  heading,
  blocks,
  live,
}: { heading: BlockOf<'heading'>; blocks: Block[] } & Pick<Shown, 'live'>) {
  const [picture, rest] = takePicture(blocks)
  const verse = rest.find((block) => block.type === 'verse')
  return (
    <section aria-labelledby={heading.id} className={`${apart} grid items-end gap-x-12 gap-y-8 lg:grid-cols-12`}>
      {picture && (
        <Photograph
          block={picture}
          sizes="(width >= 64rem) 62vw, 100vw"
          className={`${whole} aspect-4/3 object-cover lg:col-span-8`}
        />
      )}
      {verse && (
        <Verse
          {...verse}
          large
          className={`wrap-any text-mulberry ${picture ? 'lg:order-last lg:col-span-10 lg:mt-8' : 'lg:col-span-8'}`}
        />
      )}
      <div className="lg:col-span-4">
        <h2 id={heading.id} className="text-title leading-tight">
          <Words spans={heading.spans} />
        </h2>
        <div className={`${flow} mt-4 max-w-[28em] text-ink-soft`}>
          <Blocks blocks={rest.filter((block) => block !== verse)} live={live} />
        </div>
      </div>
    </section>
  )
}

function takePicture(blocks: readonly Block[]): [BlockOf<'picture'> | undefined, Block[]] {
  const picture = blocks.find((block) => block.type === 'picture')
  return [picture, blocks.filter((block) => block !== picture)]
}

type BlocksProps = Pick<Shown, 'live'> & { blocks: readonly Block[] /** In a narrow column. */; narrow?: boolean }

/** Blocks one below another. */
export function Blocks({ blocks, live, narrow = false }: BlocksProps) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a shown document does not change
    <OneBlock key={index} block={block} live={live} narrow={narrow} />
  ))
}

function OneBlock({ block, live, narrow }: { block: Block; narrow: boolean } & Pick<Shown, 'live'>) {
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

function StepList({ entries }: { entries: Steps }) {
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

function Photograph({
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

function Paragraphs({ paragraphs, live }: { paragraphs: readonly Paragraph[] } & Pick<Shown, 'live'>) {
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
