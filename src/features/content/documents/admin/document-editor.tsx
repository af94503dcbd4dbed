import { Redo2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useReducer, useState } from 'react'
import { ConflictNotice, listDifferences } from '#admin/conflict-notice.tsx'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { useDraft } from '#admin/use-draft.ts'
import { focusSection } from '#ui/account-section.tsx'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { type Block, type Document, DocumentSchema } from '../document.ts'
import { lawTexts } from '../law.ts'
import { AddressSection } from './address-section.tsx'
import { BlockFields, Line } from './block-fields.tsx'
import { blockKinds, nameOfBlock, newBlock } from './block-kinds.ts'
import { conditionLabels, partLabels } from './condition-labels.ts'
import type { EditedDocument } from './document-queries.ts'
import { blockText, documentText, type FactValues, spansText } from './document-text.ts'
import { reduceHistory, startHistory } from './edit-history.ts'
import { EntryList } from './entry-list.tsx'
import { PublishSection } from './publish-section.tsx'
import { RichLine, type TextSetting } from './rich-text.tsx'
import { type Autosave, contentOf, useAutosave } from './use-autosave.ts'
import { VersionsSection } from './versions-section.tsx'

type DocumentEditorProps = {
  edited: EditedDocument
  pages: TextSetting['pages']
  /** Reads the document's state again, after it was published or moved. */
  onChanged: () => Promise<unknown>
  /** The draft of a revision as its readers will see it. */
  preview: (revision: number) => ReactNode
}

/** A document: its blocks, a preview beside them, when it is published, and its earlier versions. */
export function DocumentEditor({ edited, pages, onChanged, preview }: DocumentEditorProps) {
  const { path } = edited
  const [opened] = useState(() => ({ revision: edited.revision, saved: contentOf(edited) }))
  const [history, dispatch] = useReducer(reduceHistory, opened.saved, startHistory)
  const content = history.present
  const autosave = useAutosave(path, opened, content)
  const draft = useTabDraft(path, { autosave, content, onContinue: replace })
  const setting = useTextSetting(edited, pages)
  const facts = useMemo(() => new Map(edited.facts.map(({ name, value }) => [name as string, value])), [edited.facts])
  const [isPreviewing, setPreviewing] = useState(isMail(path))
  const hasHead = !isMail(path) && path !== 'footer'

  function change(about: string, next: (document: Document) => Document) {
    dispatch({ type: 'change', about, change: next, atMs: Date.now() })
  }
  function replace(document: Document) {
    dispatch({ type: 'replace', document })
  }
  function offerUndo(text: string) {
    const action = { label: 'Undo', onPress: () => dispatch({ type: 'undo' }) }
    void toast({ title: 'Deleted', description: text, tone: 'success', about: 'document', action })
  }
  function readKeys(event: KeyboardEvent) {
    // A text field undoes its own typing.
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable=true]')
    if (isTyping || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    dispatch({ type: event.shiftKey ? 'redo' : 'undo' })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole editor; each has a button too
    <div onKeyDown={readKeys} className="pt-[clamp(1rem,2vw,1.75rem)]">
      <DraftOffer draft={draft} className="mb-5" />
      {autosave.conflict && (
        <ConflictNotice
          row={{ table: 'documents', id: path }}
          differences={listDifferences(fieldsOf(facts), {
            base: autosave.saved,
            mine: content,
            theirs: contentOf(autosave.conflict),
          })}
          onKeepMine={() => autosave.keepMine()}
          onTakeTheirs={() => {
            if (autosave.conflict) replace(contentOf(autosave.conflict))
            autosave.keepMine()
          }}
          className="mb-6"
        >
          Nothing is published by this. The version that you don’t keep is lost, unless it was published.
        </ConflictNotice>
      )}
      <div className="items-start gap-x-10 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className={isPreviewing ? 'max-lg:hidden' : ''}>
          {hasHead && <PageHead content={content} setting={setting} facts={facts} onChange={change} />}
          <Blocks
            content={content}
            setting={setting}
            facts={facts}
            isFree={!edited.fixed}
            onChange={change}
            onRemove={offerUndo}
          />
        </div>
        <div className={`min-w-0 lg:sticky lg:top-24 ${isPreviewing ? '' : 'max-lg:hidden'}`}>
          <h2 className="label text-ink-soft">Preview</h2>
          {preview(autosave.revision)}
        </div>
      </div>
      <EditorBar
        autosave={autosave}
        canUndo={history.past.length > 0}
        canRedo={history.future.length > 0}
        onUndo={() => dispatch({ type: 'undo' })}
        onRedo={() => dispatch({ type: 'redo' })}
        isPreviewing={isPreviewing}
        onPreview={() => {
          void autosave.flush()
          setPreviewing(!isPreviewing)
        }}
      />
      <PublishSection edited={edited} content={content} autosave={autosave} onReplace={replace} onChanged={onChanged} />
      <VersionsSection edited={edited} content={content} facts={facts} onReplace={replace} />
      {edited.own && <AddressSection edited={edited} autosave={autosave} onChanged={onChanged} />}
    </div>
  )
}

function isMail(path: string): boolean {
  return path.startsWith('mail:')
}

/** What a text can hold besides letters. The same object as long as the document is open, since editors keep it. */
function useTextSetting({ facts }: EditedDocument, pages: TextSetting['pages']): TextSetting {
  return useMemo(
    () => ({
      facts,
      parts: Object.entries(partLabels).map(([name, label]) => ({ name, label })),
      conditionLabel: (condition) => conditionLabels[condition as keyof typeof conditionLabels] ?? condition,
      lawReason: (law) => lawTexts[law as keyof typeof lawTexts] ?? law,
      pages,
    }),
    [facts, pages],
  )
}

type TabDraft = { autosave: Autosave; content: Document; onContinue: (document: Document) => void }

/** What is not saved yet is stored in this tab too, for a lost connection or an ended session. */
function useTabDraft(path: string, { autosave, content, onContinue }: TabDraft) {
  return useDraft({
    form: 'document',
    rowId: path,
    version: String(autosave.revision),
    // As text: the blocks of a page have no common shape.
    value: JSON.stringify(content),
    initial: JSON.stringify(autosave.saved),
    onContinue(text) {
      const stored = DocumentSchema.safeParse(JSON.parse(text))
      if (stored.success) onContinue(stored.data)
    },
  })
}

function fieldsOf(facts: FactValues) {
  return [
    { label: 'Name', words: ({ name }: Document) => name },
    { label: 'Search engines', words: ({ description }: Document) => spansText(description, facts) },
    {
      label: 'Page',
      words: (document: Document) => documentText({ ...document, name: '', description: [] }, facts),
    },
  ]
}

type Change = (about: string, next: (document: Document) => Document) => void

type PageHeadProps = {
  content: Document
  setting: TextSetting
  facts: FactValues
  onChange: Change
}

/** The heading of a page, and what search engines show of it. */
function PageHead({ content, setting, facts, onChange }: PageHeadProps) {
  return (
    <>
      <Folded title="Heading and introduction" text={spansText(content.title, facts)}>
        <RichLine
          label="Heading"
          value={content.title}
          setting={setting}
          onChange={(title) => onChange('title', (document) => ({ ...document, title }))}
        />
        <RichLine
          label="Introduction"
          hint="The sentence beside the heading."
          value={content.lead}
          setting={setting}
          onChange={(lead) => onChange('lead', (document) => ({ ...document, lead }))}
        />
      </Folded>
      <Folded title="In the menu and search engines" text={content.name}>
        <Line
          label="Name"
          most={80}
          value={content.name}
          onChange={(name) => onChange('name', (document) => ({ ...document, name }))}
        />
        <RichLine
          label="Description"
          hint="One or two sentences, for search engines and shared links."
          value={content.description}
          setting={setting}
          onChange={(description) => onChange('description', (document) => ({ ...document, description }))}
        />
      </Folded>
    </>
  )
}

function Folded({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section className="border-line border-t">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="block min-h-14 w-full py-2 pl-8 text-left hover:text-mulberry"
      >
        <span className="label block text-ink-soft">{title}</span>
        <span className="wrap-any line-clamp-1">{text}</span>
      </button>
      <div
        id={id}
        hidden={!isOpen}
        className="mb-6 grid gap-y-5 border-mulberry border-l-2 pl-[clamp(0.875rem,3vw,1.5rem)] [&[hidden]]:hidden"
      >
        {isOpen && children}
      </div>
    </section>
  )
}

type BlocksProps = {
  content: Document
  setting: TextSetting
  facts: FactValues
  isFree: boolean
  onChange: Change
  onRemove: (text: string) => void
}

function Blocks({ content, setting, facts, isFree, onChange, onRemove }: BlocksProps) {
  return (
    <EntryList
      entries={content.blocks}
      label="Blocks in order"
      noun="block"
      isFree={isFree}
      describe={(block) => ({
        kind: slotNames[block.slot ?? ''] ?? nameOfBlock(block.type),
        text: blockText(block, facts),
      })}
      fields={(block, change, hold) => (
        <BlockFields block={block} setting={setting} facts={facts} onChange={change} onHold={hold} />
      )}
      adding={(add) => <AddBlock blocks={content.blocks} onAdd={add} />}
      onChange={(blocks, about) => onChange(about, (document) => ({ ...document, blocks }))}
      onRemove={onRemove}
    />
  )
}

/** What the blocks of an e-mail are called. */
const slotNames: Readonly<Record<string, string>> = { opening: 'First lines', closing: 'Last lines' }

function AddBlock({ blocks, onAdd }: { blocks: readonly Block[]; onAdd: (block: Block) => void }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button tone="line" onClick={() => setOpen(true)} className="mt-4 justify-self-start max-sm:w-full">
        Add a block
      </Button>
    )
  }
  return (
    <section aria-label="Add a block" ref={focusNow} tabIndex={-1} className="mt-4 outline-none">
      <ul className="grid gap-2 sm:grid-cols-2">
        {blockKinds.map(({ type, name, hint }) => (
          <li key={type}>
            <button
              type="button"
              onClick={() => {
                setOpen(false)
                onAdd(newBlock(type, blocks))
              }}
              className="min-h-14 w-full border border-edge px-4 py-2 text-left hover:border-mulberry hover:text-mulberry"
            >
              <span className="block">{name}</span>
              <span className="block text-ink-soft text-small leading-snug">{hint}</span>
            </button>
          </li>
        ))}
      </ul>
      <TextButton onClick={() => setOpen(false)}>Cancel</TextButton>
    </section>
  )
}

type EditorBarProps = {
  autosave: Autosave
  canUndo: boolean
  canRedo: boolean
  onUndo: () => void
  onRedo: () => void
  isPreviewing: boolean
  onPreview: () => void
}

/** What is always at hand while writing: whether it is saved, undo and redo, and the way to publishing. */
function EditorBar({ autosave, canUndo, canRedo, onUndo, onRedo, isPreviewing, onPreview }: EditorBarProps) {
  return (
    <div className="sticky bottom-0 z-20 mt-6 -mx-(--gutter) flex flex-wrap items-center gap-x-2 border-line border-t bg-paper px-(--gutter) pt-1 pb-[max(0.25rem,env(safe-area-inset-bottom))]">
      <p role="status" className="min-w-0 flex-1 text-small">
        <SaveState autosave={autosave} />
      </p>
      <IconButton label="Undo" aria-disabled={!canUndo} onClick={onUndo}>
        <Undo2 aria-hidden="true" strokeWidth={1.25} className="size-5" />
      </IconButton>
      <IconButton label="Redo" aria-disabled={!canRedo} onClick={onRedo}>
        <Redo2 aria-hidden="true" strokeWidth={1.25} className="size-5" />
      </IconButton>
      <Button tone="line" aria-pressed={isPreviewing} onClick={onPreview} className="px-4! lg:hidden">
        {isPreviewing ? 'Edit' : 'Preview'}
      </Button>
      <Button onClick={() => focusSection('publish')} className="px-4!">
        Publish
      </Button>
    </div>
  )
}

function SaveState({ autosave: { isSaved, problem, conflict, flush } }: { autosave: Autosave }) {
  if (conflict) return <span className="text-mulberry">Not saved: choose a version above.</span>
  if (problem) {
    return (
      <span className="text-mulberry">
        Not saved. {problem} <TextButton onClick={() => void flush()}>Try again</TextButton>
      </span>
    )
  }
  return <span className="text-ink-soft">{isSaved ? 'Draft saved' : 'Saving…'}</span>
}
