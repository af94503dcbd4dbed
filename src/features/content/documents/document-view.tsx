import type { ReactNode } from 'react'
import { Rule } from '#ui/rule.tsx'
import { Verse } from '#ui/verse.tsx'
import { PageContents, PageHeading, Prose } from '../page-parts.tsx'
import { Blocks, Photograph } from './blocks.tsx'
import type { Block, BlockOf, Document, Span } from './document.ts'
import type { LiveParts } from './show-document.ts'
import { textOf, Words } from './words.tsx'

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
