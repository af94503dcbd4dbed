import type { Editor, JSONContent } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { Bold, Heading, Italic, Link2, List, ListOrdered, TextQuote } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { parseInertHtml } from '#admin/inert-html.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { SmallSelect } from '#ui/small-select.tsx'
import type { Paragraph, Span } from '../document.ts'
import { LinkForm } from './link-form.tsx'
import { fromContent, lineFromContent, lineToContent, toContent } from './text-content.ts'
import { type TextParts, textExtensions } from './text-extensions.ts'

export type TextSetting = TextParts & { pages: readonly { path: string; name: string }[] }

type RichProps<Value> = {
  label: string
  hint?: ReactNode
  value: Value
  setting: TextSetting
  onChange: (value: Value) => void
}

/** Paragraphs, lists, small headings and quotes. */
export function RichText({ value, onChange, ...rest }: RichProps<Paragraph[]>) {
  return (
    <TextEditor
      {...rest}
      isLine={false}
      text={JSON.stringify(value)}
      content={toContent(value)}
      onChange={(content) => onChange(fromContent(content))}
      read={(content) => JSON.stringify(fromContent(content))}
    />
  )
}

/** One line of words with links, emphasis and figures. */
export function RichLine({ value, onChange, ...rest }: RichProps<Span[]>) {
  return (
    <TextEditor
      {...rest}
      isLine
      text={JSON.stringify(value)}
      content={lineToContent(value)}
      onChange={(content) => onChange(lineFromContent(content))}
      read={(content) => JSON.stringify(lineFromContent(content))}
    />
  )
}

type TextEditorProps = {
  label: string
  hint?: ReactNode
  isLine: boolean
  setting: TextSetting
  /** The value as text, to see whether it was changed from outside: by an undo or another version. */
  text: string
  content: JSONContent
  onChange: (content: JSONContent) => void
  read: (content: JSONContent) => string
}

function TextEditor({ label, hint, isLine, setting, text, content, onChange, read }: TextEditorProps) {
  const id = useId()
  const change = useRef(onChange)
  change.current = onChange
  const editor = useEditor({
    extensions: textExtensions(setting, { isLine }),
    content,
    editorProps: {
      handlePaste: pasteHtml,
      attributes: {
        role: 'textbox',
        'aria-multiline': String(!isLine),
        'aria-labelledby': `${id}-label`,
        class: 'document-text',
        ...(hint ? { 'aria-describedby': `${id}-hint` } : {}),
      },
    },
    onUpdate: ({ editor: changed }) => change.current(changed.getJSON()),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content is compared by its text
  useEffect(() => {
    if (read(editor.getJSON()) !== text) editor.commands.setContent(content, { emitUpdate: false })
  }, [editor, text])
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the label of an editable area, which has no form control */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as a label, it only moves the focus */}
      <span id={`${id}-label`} onClick={() => editor.commands.focus()} className="label block text-ink-soft">
        {label}
      </span>
      <Toolbar editor={editor} label={label} isLine={isLine} setting={setting} />
      <EditorContent editor={editor} />
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-ink-soft text-small">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Pastes formatted text; the editor's own way is stopped by the page's Trusted Types. Only what a document can hold stays. */
function pasteHtml(view: EditorView, event: ClipboardEvent): boolean {
  const html = event.clipboardData?.getData('text/html')
  if (!html) return false
  const slice = DOMParser.fromSchema(view.state.schema).parseSlice(parseInertHtml(html).body)
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView())
  return true
}

type ToolbarProps = { editor: Editor; label: string; isLine: boolean; setting: TextSetting }

function Toolbar({ editor, label, isLine, setting }: ToolbarProps) {
  const [isLinking, setLinking] = useState(false)
  const state = useEditorState({
    editor,
    selector: ({ editor: at }) => ({
      strong: at.isActive('bold'),
      emphasis: at.isActive('italic'),
      link: at.isActive('link') ? String(at.getAttributes('link').to) : null,
      law: at.isActive('law') ? String(at.getAttributes('law').law) : null,
      heading: at.isActive('heading'),
      points: at.isActive('bulletList'),
      numbers: at.isActive('orderedList'),
      quote: at.isActive('blockquote'),
    }),
  })
  const run = () => editor.chain().focus()
  return (
    <>
      <div role="toolbar" aria-label={`Format of ${label}`} className="-ml-3 flex flex-wrap items-center">
        <Tool label="Strong" isOn={state.strong} onClick={() => run().toggleBold().run()}>
          <Bold {...icon} />
        </Tool>
        <Tool label="Emphasis" isOn={state.emphasis} onClick={() => run().toggleItalic().run()}>
          <Italic {...icon} />
        </Tool>
        <Tool label="Link" isOn={state.link !== null} onClick={() => setLinking(!isLinking)}>
          <Link2 {...icon} />
        </Tool>
        {!isLine && (
          <>
            <Tool label="Small heading" isOn={state.heading} onClick={() => run().toggleHeading({ level: 3 }).run()}>
              <Heading {...icon} />
            </Tool>
            <Tool label="List" isOn={state.points} onClick={() => run().toggleBulletList().run()}>
              <List {...icon} />
            </Tool>
            <Tool label="Numbered list" isOn={state.numbers} onClick={() => run().toggleOrderedList().run()}>
              <ListOrdered {...icon} />
            </Tool>
            <Tool label="Quote" isOn={state.quote} onClick={() => run().toggleBlockquote().run()}>
              <TextQuote {...icon} />
            </Tool>
          </>
        )}
        {setting.facts.length > 0 && (
          <SmallSelect
            label={`Insert a figure from the settings into ${label}`}
            value=""
            choices={[
              { id: '', name: 'Insert a figure' },
              ...setting.facts.map(({ name, label: shown, value }) => ({
                id: name,
                name: value ? `${shown}: ${value}` : shown,
              })),
            ]}
            onChoose={(fact) => fact && run().insertContent({ type: 'fact', attrs: { fact } }).run()}
            className="ml-3 w-40"
          />
        )}
        {!isLine && (
          <SmallSelect
            label={`Insert a live part into ${label}`}
            value=""
            choices={[
              { id: '', name: 'Insert a live part' },
              ...setting.parts.map(({ name, label: shown }) => ({ id: name, name: shown })),
            ]}
            onChoose={(part) => part && run().insertContent({ type: 'part', attrs: { part } }).run()}
            className="ml-3 w-40"
          />
        )}
      </div>
      {isLinking && (
        <LinkForm
          to={state.link}
          hasWords={!editor.state.selection.empty || state.link !== null}
          pages={setting.pages}
          onSet={(to) => {
            setLinking(false)
            const chain = run().extendMarkRange('link')
            if (to === null) chain.unsetMark('link').run()
            else chain.setMark('link', { to }).run()
          }}
          onClose={() => {
            setLinking(false)
            editor.commands.focus()
          }}
        />
      )}
      <p role="status" className="my-1 text-mulberry text-small empty:hidden">
        {state.law && setting.lawReason(state.law)}
      </p>
    </>
  )
}

type ToolProps = { label: string; isOn: boolean; onClick: () => void; children: ReactNode }

function Tool({ label, isOn, onClick, children }: ToolProps) {
  return (
    <IconButton
      label={label}
      aria-pressed={isOn}
      // The selection of the text stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className="aria-pressed:bg-paper-deep aria-pressed:text-mulberry"
    >
      {children}
    </IconButton>
  )
}

const icon = { 'aria-hidden': true, strokeWidth: 1.5, className: 'size-5' } as const
