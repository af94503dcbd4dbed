import { focusNow } from '#features/account/page/focus-now.ts'
import { Button } from '#ui/button.tsx'
import { type Draft, draftOf, mergeDrafts } from './draft.ts'
import { fabricText } from './fabric.ts'
import { changeForm, type OpenForm, openForm } from './open-form.ts'
import type { ProductRow } from './product-row.ts'
import { shopNow } from './shop-clock.ts'

const names: Record<keyof Draft, string> = {
  name: 'Product Name',
  slug: 'URL Slug',
  description: 'Description',
  price: 'Price (£)',
  active: 'Active',
  isPreorder: 'Pre-Order',
  preorderDays: 'Pre-Order Active Days',
  pictures: 'Product Image',
  sizes: 'Sizes',
  fabric: 'Fabric',
  care: 'Care',
  modestyNotes: 'Modesty notes',
  colour: 'Colour',
  length: 'Length',
  modelLine: 'Model line',
  productionDays: 'Production days',
  preorderLimit: 'Pre-order limit',
}

/** Says that somebody else saved or deleted the garment meanwhile, what they changed, and lets her choose. */
export function NewerNotice({ form, newer: { row } }: { form: OpenForm; newer: { row: ProductRow | null } }) {
  return (
    <div
      ref={focusNow}
      tabIndex={-1}
      className="mt-6 max-w-[46rem] border-mulberry border-l-2 bg-paper-deep/60 py-4 pr-4 pl-5 outline-none"
    >
      {row ? <Changed form={form} row={row} /> : <Deleted form={form} />}
    </div>
  )
}

function Changed({ form, row }: { form: OpenForm; row: ProductRow }) {
  const now = shopNow()
  const theirs = draftOf(row, now)
  const changes = (Object.keys(names) as (keyof Draft)[]).filter(
    (field) => inWords(form.initial, field) !== inWords(theirs, field),
  )

  /** What she changed stays hers, all else becomes theirs; the next save is then upon theirs. */
  function keepMine() {
    const draft = mergeDrafts({ base: form.initial, mine: form.draft, theirs })
    changeForm({ row, initial: theirs, draft, newer: null })
  }

  return (
    <>
      <p className="font-serif text-name">This product was changed by someone else while you had it open.</p>
      {changes.length > 0 && (
        <dl className="mt-3 grid gap-y-2">
          {changes.map((field) => (
            <div key={field} className="grid gap-x-5 sm:grid-cols-[11rem_minmax(0,1fr)]">
              <dt className="text-ink-soft text-small">{names[field]}</dt>
              <dd className="wrap-any line-clamp-4">
                <Difference was={inWords(form.initial, field)} now={inWords(theirs, field)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button tone="line" onClick={keepMine}>
          Keep my changes upon theirs
        </Button>
        <Button tone="line" onClick={() => openForm(row, shopNow())}>
          Take theirs
        </Button>
      </div>
      <p className="mt-3 text-ink-soft text-small">
        Nothing is saved by either: look it over, and press Save Product. “Take theirs” drops what you changed here.
      </p>
    </>
  )
}

const contextLength = 30
const longest = 140

/** Of long texts only the place where they part. */
function Difference({ was, now }: { was: string; now: string }) {
  let same = 0
  while (same < was.length && was[same] === now[same]) same += 1
  const from = same > contextLength * 2 ? same - contextLength : 0
  const part = (text: string) => {
    if (!text) return 'nothing'
    const end = text.length > from + longest ? '…' : ''
    return `${from > 0 ? '…' : ''}${text.slice(from, from + longest)}${end}`
  }
  return (
    <>
      now <strong className="font-medium">{part(now)}</strong>, was {part(was)}
    </>
  )
}

function Deleted({ form }: { form: OpenForm }) {
  return (
    <>
      <p className="font-serif text-name">This product was deleted by someone else while you had it open.</p>
      <p className="mt-2 text-small">What you wrote still stands here. It can be saved as a new product.</p>
      <Button
        tone="line"
        className="mt-4"
        onClick={() => {
          changeForm({ row: null, newer: null, draft: { ...form.draft } })
          document.getElementById('product-form')?.focus()
        }}
      >
        Make it a new product
      </Button>
    </>
  )
}

function inWords(draft: Draft, field: keyof Draft): string {
  if (field === 'fabric') return fabricText(draft.fabric) ?? ''
  if (field === 'pictures') {
    const { length } = draft.pictures
    const words = draft.pictures.map(({ alt }) => alt).filter(Boolean)
    return length === 0
      ? ''
      : `${length} ${length === 1 ? 'picture' : 'pictures'}${words.length > 0 ? `: ${words.join(', ')}` : ''}`
  }
  const value = draft[field]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : value.join(', ')
}
