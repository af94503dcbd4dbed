import type { RouterContextProvider } from 'react-router'
import { clockContext } from '#platform/pages/page-context.ts'
import type { Block, Span } from '../documents/document.ts'
import { documentsContext, ownLinks } from '../documents/read-documents.ts'
import { readSlots } from '../documents/read-slots.ts'
import { spansIn } from '../documents/words.tsx'
import { mailto } from '../mail-link.tsx'

/** The words of the footer: its lists, and the lines below them. */
export type FooterWords = { lists: { title: Span[]; lines: Span[][] }[]; closing: Span[][] }

const lists = ['shop', 'order', 'small-print', 'touch']

/** The footer as visitors see it. Own pages that are there end its first list. */
export async function readFooter(args: Args): Promise<FooterWords> {
  const { context } = args
  const words = await readSlots(args, 'footer')
  const own = ownLinks(context.get(documentsContext), 'footer', context.get(clockContext)())
  const ownLines = own.map(({ name, to }): Span[] => [{ text: name, to }])
  const found = lists.map((slot, index) => ({
    title: spansIn(words, slot),
    lines: [...linesIn(words.blocks[`${slot}-lines`]), ...(index === 0 ? ownLines : [])],
  }))
  return {
    lists: found.filter(({ title, lines }) => title.length > 0 || lines.length > 0),
    closing: linesIn(words.blocks.closing),
  }
}

type Args = { context: Readonly<RouterContextProvider>; request: Request }

/** The lines of a text, and of a list in it, with the addresses that a browser knows. */
function linesIn(block: Block | undefined): Span[][] {
  if (block?.type !== 'text') return []
  const lines = block.paragraphs.flatMap((each) =>
    'spans' in each ? [each.spans] : 'entries' in each ? each.entries : [],
  )
  return lines.map((spans) =>
    spans.map((span) =>
      typeof span !== 'string' && span.to?.startsWith('mail:') ? { ...span, to: mailto(span.to.slice(5)) } : span,
    ),
  )
}
