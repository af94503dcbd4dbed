import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatShopDate, formatShopTime } from '#base/shop-time.ts'
import { suggestSlug } from '#features/catalogue/slug.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { limitCharacters } from '#ui/limit-characters.ts'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { prepareToasts } from '#ui/toast.ts'
import type { Document } from '../document.ts'
import { type DocumentEntry, useDocumentChanges, useDocuments } from './document-queries.ts'
import { editAddress } from './edit-address.ts'
import { AddressField, type Place, PlaceField, typedPath } from './page-fields.tsx'

/** The pages and texts of the shop with their states, and a form for a page of her own. */
export default function PagesPage() {
  const { data, error, refetch } = useDocuments()
  const [isAdding, setAdding] = useState(false)
  useEffect(prepareToasts, [])
  return (
    <div className="pt-[clamp(1.5rem,3vw,2.5rem)] pb-8">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-3">
        <p className="measure text-ink-soft">
          Every text of the shop. What you write is a draft until you publish it, and every published version is kept.
        </p>
        {!isAdding && (
          <Button tone="line" onClick={() => setAdding(true)} className="max-sm:w-full">
            New page
          </Button>
        )}
      </div>
      {isAdding && <NewPage onCancel={() => setAdding(false)} />}
      {!data && error && <CouldNotLoad problem={toRequestError(error).message} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingSkeleton label="Loading the pages" count={8} />}
      {data && (
        <>
          <Group id="own-pages" title="Your own pages" documents={data.filter(({ own }) => own)} />
          <Group id="shop-pages" title="Pages" documents={data.filter(isPage)} />
          <Group id="parts" title="Texts in other places" documents={data.filter(isPart)} />
          <section aria-labelledby="emails" className="mt-10">
            <h2 id="emails" className="text-title leading-tight">
              E-mails
            </h2>
            <p className="mt-2">
              <Link to="/admin/emails" className="inline-flex min-h-11 items-center">
                <span className="link">See every e-mail, and write its first and last lines</span>
              </Link>
            </p>
          </section>
        </>
      )}
    </div>
  )
}

const isPage = ({ path, own }: DocumentEntry) => path.startsWith('/') && !own
const isPart = ({ path }: DocumentEntry) => !path.startsWith('/') && !path.startsWith('mail:')

function Group({ id, title, documents }: { id: string; title: string; documents: readonly DocumentEntry[] }) {
  if (documents.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-title leading-tight">
        {title}
      </h2>
      <ul aria-labelledby={id} className="mt-3 border-line border-t">
        {documents.map((document) => (
          <li key={document.path} className="border-line border-b">
            <Link
              to={editAddress(document.path)}
              className="group grid min-h-14 content-center gap-x-6 py-2 hover:text-mulberry sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]"
            >
              <span>
                <span className="wrap-any font-medium">{document.name}</span>
                {document.path.startsWith('/') && (
                  <span className="wrap-any block text-ink-soft text-small">{document.path}</span>
                )}
              </span>
              <span className="text-ink-soft text-small sm:self-center">{stateOf(document)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** '3 June 2026 · draft · goes live on …'. */
export function stateOf({ published, hasDraft, scheduled, isExample, place }: DocumentEntry): string {
  return [
    published?.at ? `Published ${formatShopDate(published.at)}` : !published && 'Not published',
    hasDraft && 'Draft with changes',
    scheduled && `Goes live on ${formatShopTime(scheduled.at)}`,
    isExample && 'Still the example text',
    place && (place === 'header' ? 'In the menu' : 'In the footer'),
  ]
    .filter(Boolean)
    .join(' · ')
}

const emptyPage: Document = { name: '', description: [], layout: 'text', title: [], lead: [], blocks: [] }
const nothing = { name: '', address: '', description: '', place: '' as Place }

function NewPage({ onCancel }: { onCancel: () => void }) {
  const [typed, setTyped] = useState(nothing)
  const [problem, setProblem] = useState<{ name?: string; address?: string }>({})
  const { create } = useDocumentChanges()
  const navigate = useNavigate()
  const address = typed.address || suggestSlug(typed.name)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (create.isPending) return
    const name = typed.name.trim()
    if (name === '') return setProblem({ name: 'Please give the page a name.' })
    if (address === '') return setProblem({ address: 'Please give it an address, such as our-fabrics.' })
    const path = typedPath(address)
    try {
      const description = typed.description.trim()
      const content = { ...emptyPage, name, title: [name], description: description ? [description] : [] }
      await create.mutateAsync({ path, place: typed.place || null, content })
      await navigate(editAddress(path))
    } catch (error) {
      setProblem({ address: toRequestError(error).message })
    }
  }

  function change(part: Partial<typeof nothing>) {
    setTyped({ ...typed, ...part })
    setProblem({})
  }

  return (
    <form noValidate onSubmit={submit} className="mt-6 grid max-w-[38rem] gap-y-5 border-mulberry border-l-2 pl-5">
      <h2 ref={focusNow} tabIndex={-1} className="text-name leading-tight outline-none">
        New page
      </h2>
      <Field
        label="Name"
        value={typed.name}
        onChange={({ target }) => change({ name: target.value })}
        {...limitCharacters(80)}
        autoComplete="off"
        error={problem.name}
      />
      <AddressField value={address} onChange={(value) => change({ address: value })} error={problem.address} />
      <FieldFrame label="Description" hint="One or two sentences, for search engines and shared links.">
        {(bound) => (
          <textarea
            {...bound}
            value={typed.description}
            onChange={({ target }) => change({ description: target.value })}
            rows={2}
            {...limitCharacters(300)}
            className={`field-sizing-content mt-1 resize-y leading-[1.5] ${inputLook}`}
          />
        )}
      </FieldFrame>
      <PlaceField value={typed.place} onChange={(place) => change({ place })} />
      <FormActions label="Create the page" busyLabel="Creating…" busy={create.isPending} onCancel={onCancel} />
    </form>
  )
}
