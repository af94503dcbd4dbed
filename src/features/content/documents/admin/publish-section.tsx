import { useState } from 'react'
import { shopNow } from '#admin/shop-now.ts'
import { fromShopClock, toShopClock } from '#base/shop-clock.ts'
import { clockName, formatShopTime } from '#base/shop-time.ts'
import { call, read } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { useQuestions } from '#ui/question-dialog.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { Document } from '../document.ts'
import { lawWarnings, linksOf, missingLinks } from '../law.ts'
import { type DocumentEntry, type EditedDocument, useDocumentChanges, useDocuments } from './document-queries.ts'
import { type Autosave, isSameDocument, useAttempt } from './use-autosave.ts'

type PublishSectionProps = {
  edited: EditedDocument
  content: Document
  autosave: Autosave
  /** Shows another content in the editor. */
  onReplace: (document: Document) => void
  /** Reads the document's state again. */
  onChanged: () => Promise<unknown>
}

/**
 * When shoppers see the draft: now, at a time, or not at all. Words that the law fixes are named first, and links to pages
 * that shoppers don't see yet.
 */
export function PublishSection({ edited, content, autosave, onReplace, onChanged }: PublishSectionProps) {
  const { path, shown, coming, shipped, scheduled, versions } = edited
  const { publish, unschedule, discard } = useDocumentChanges()
  const { data: documents } = useDocuments()
  const { ask, dialog } = useQuestions()
  const [time, setTime] = useState('')
  const warnings = shipped ? lawWarnings(shipped, content) : []
  const missing = path === 'footer' ? missingLinks(content) : []
  const hidden = hiddenPages(content, documents ?? []).filter((page) => page.path !== path)
  const isPublished = shown !== null && isSameDocument(content, shown)
  // What is the page's next text without the draft.
  const kept = coming ?? shown
  const isDraft = kept !== null && !isSameDocument(content, kept)
  const isBusy = [publish, unschedule, discard].some(({ isPending }) => isPending)
  const { attempt, problem, setProblem } = useAttempt(autosave, { isBusy, onSettled: onChanged })

  async function confirmed(): Promise<boolean> {
    if (warnings.length === 0) return true
    const answer = await ask({
      title: 'This changes words that the law requires',
      body: [...new Set(warnings.map(({ reason }) => reason))],
      choices: [{ id: 'publish', label: 'Publish it anyway' }],
    })
    return answer === 'publish'
  }

  async function publishAt(at: Date | null) {
    if (!(await confirmed())) return
    await attempt(async (revision) => {
      const before = versions.find(({ at: since }) => new Date(since) <= shopNow())?.number
      const isComing = edited.draft === null && coming !== null && isSameDocument(content, coming)
      const from = isComing ? (await unschedule.mutateAsync({ path, revision })).revision : revision
      const done = await publish.mutateAsync({ path, revision: from, at: at?.toISOString() ?? null })
      autosave.continueFrom(done.revision, content)
      setTime('')
      const back = at || before === undefined ? {} : { action: { label: 'Undo', onPress: () => void goBack(before) } }
      const title = at ? 'Scheduled' : 'Published'
      const description = at ? `Shoppers see it from ${formatShopTime(at)}.` : 'Shoppers see it now.'
      void toast({ title, description, tone: 'success', about: 'document', ...back })
    })
  }

  /** Publishes the version before again. The editor keeps its text, which is the draft then. */
  async function goBack(number: number) {
    await attempt(async (from) => {
      const { content: before } = await read('document-version', { path, number: String(number) })
      const { revision } = await call('save-document', { path, revision: from, content: before })
      const done = await publish.mutateAsync({ path, revision, at: null })
      autosave.continueFrom(done.revision, before)
      const description = 'Shoppers see the version before. Your changes are a draft.'
      void toast({ title: 'Undone', description, tone: 'success', about: 'document' })
    })
  }

  function chooseTime() {
    const at = fromShopClock(time)
    if (!at) return setProblem('Choose a day and a time.')
    if (at <= shopNow()) return setProblem('Choose a time to come, or publish it now.')
    return void publishAt(at)
  }

  async function discardDraft() {
    const answer = await ask({
      title: 'Discard this draft?',
      body: [
        coming
          ? 'The version that goes live later stays. Your changes since then are lost.'
          : 'The page stays as shoppers see it now. Your changes since then are lost.',
      ],
      choices: [{ id: 'discard', label: 'Discard the draft' }],
    })
    if (answer === null || !kept) return
    await attempt(async (revision) => {
      const done = await discard.mutateAsync({ path, revision })
      autosave.continueFrom(done.revision, kept)
      onReplace(kept)
    })
  }

  return (
    <section aria-labelledby="publish" className="mt-12 border-line border-t pt-8">
      <h2 id="publish" tabIndex={-1} className="text-title leading-tight outline-none">
        Publish
      </h2>
      <p className="mt-2 text-ink-soft">{stateOf(edited, isPublished)}</p>
      {warnings.length > 0 && (
        <Warnings label="Words that the law requires" warnings={warnings}>
          These words are required by law, and your draft no longer has them as they were:
        </Warnings>
      )}
      {missing.length > 0 && (
        <Warnings label="Links that the law requires" warnings={missing}>
          The law requires these links, so it can’t be published without them. Their words are yours:
        </Warnings>
      )}
      {hidden.length > 0 && (
        <Warnings label="Links to pages that aren’t published" warnings={hidden.map(hiddenText)}>
          This page links to pages that shoppers don’t see yet. Until those are published, the links lead to “Page not
          found”:
        </Warnings>
      )}
      {!isPublished && (
        <div className="mt-5 grid max-w-[34rem] gap-y-6">
          <Button
            aria-disabled={isBusy}
            onClick={() => void publishAt(null)}
            className="justify-self-start max-sm:w-full"
          >
            Publish now
          </Button>
          <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
            <Field
              label="Or at a time"
              hint={`${clockName}.`}
              type="datetime-local"
              min={toShopClock(shopNow()).slice(0, 16)}
              value={time}
              onChange={({ target }) => setTime(target.value)}
              className="min-w-60"
            />
            <Button tone="line" aria-disabled={isBusy} onClick={chooseTime} className="max-sm:w-full">
              Publish then
            </Button>
          </div>
        </div>
      )}
      <p role="alert" className="mt-3 text-mulberry empty:hidden">
        {problem}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-7">
        {scheduled && (
          <TextButton
            aria-disabled={isBusy}
            onClick={() =>
              void attempt(async (revision) => {
                const done = await unschedule.mutateAsync({ path, revision })
                autosave.continueFrom(done.revision, content)
              })
            }
          >
            Don’t publish it then
          </TextButton>
        )}
        {isDraft && (
          <TextButton aria-disabled={isBusy} onClick={() => void discardDraft()}>
            Discard the draft
          </TextButton>
        )}
      </p>
      {dialog}
    </section>
  )
}

function stateOf({ shown, scheduled }: EditedDocument, isPublished: boolean): string {
  const later = scheduled ? `A version goes live on ${formatShopTime(scheduled.at)}.` : ''
  if (isPublished) return ['Shoppers see exactly this.', later].filter(Boolean).join(' ')
  if (!shown) return ['Shoppers don’t see this page yet.', later].filter(Boolean).join(' ')
  return ['Shoppers see the version before these changes.', later].filter(Boolean).join(' ')
}

/** The pages that a document links to and that are not published. */
function hiddenPages(document: Document, documents: readonly DocumentEntry[]): DocumentEntry[] {
  const linked = new Set(linksOf(document).map((to) => to.split(/[?#]/, 1)[0]))
  return documents.filter(({ path, published }) => published === null && linked.has(path))
}

function hiddenText({ name, path, scheduled }: DocumentEntry): { text: string; reason: string } {
  const when = scheduled ? `It goes live on ${formatShopTime(scheduled.at)}` : 'It isn’t published yet'
  return { text: name, reason: `${when}: ${path}` }
}

type WarningsProps = { label: string; warnings: ReturnType<typeof lawWarnings>; children: string }

function Warnings({ label, warnings, children }: WarningsProps) {
  return (
    <section aria-label={label} className="mt-5 max-w-[42rem] border-mulberry border-l-2 pl-5">
      <p>{children}</p>
      <ul className="mt-2 grid gap-y-3">
        {warnings.map(({ reason, text }) => (
          <li key={text}>
            <p className="wrap-any">“{text}”</p>
            <p className="text-ink-soft text-small">{reason}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
