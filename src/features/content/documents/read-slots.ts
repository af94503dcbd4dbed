import { data, type RouterContextProvider } from 'react-router'
import { settingsContext } from '#features/settings/page-settings.ts'
import { backendContext, clockContext } from '#platform/pages/page-context.ts'
import { documentsFor, shownVersion } from './read-documents.ts'
import { fillDocument, plainText, readFilling } from './show-document.ts'
import type { Slots } from './words.tsx'

/** The words of a page of a fixed layout. */
export async function readSlots(
  args: { context: Readonly<RouterContextProvider>; request: Request },
  path: string,
): Promise<Slots> {
  const { context } = args
  const now = context.get(clockContext)()
  const documents = await documentsFor(args)
  const version = shownVersion(documents, path, now)
  if (!version) throw new Error(`The program ships no document ${path}`)
  const sources = { settings: context.get(settingsContext), documents, backend: context.get(backendContext), now }
  const { filling } = await readFilling(version.content, sources)
  const { name, description, title, lead, blocks } = fillDocument(version.content, filling)
  return {
    name,
    description: plainText(description),
    title,
    lead,
    blocks: Object.fromEntries(blocks.map((block) => [block.slot ?? block.type, block])),
  }
}

/** The response of an address without a page; `MissingPage` shows its words. */
export async function missingPage(args: Parameters<typeof readSlots>[0]) {
  return data(await readSlots(args, 'not-found'), { status: 404 })
}
