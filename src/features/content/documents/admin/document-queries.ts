import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { parseInertHtml } from '#admin/inert-html.ts'
import { call, read } from '#platform/client/functions.ts'
import type { BodyOf, GetResponse } from '#platform/http/contract.ts'
import type { Document } from '../document.ts'

export type DocumentEntry = GetResponse<'documents'>['documents'][number]
/** A document with the content of its scheduled version, which is neither its draft nor shown yet. */
export type EditedDocument = GetResponse<'document'> & { coming: Document | null }

const listKey = ['documents'] as const
const keyOf = (path: string) => ['document', path] as const

/** All documents of the shop with their states. */
export function useDocuments() {
  return useQuery({ queryKey: listKey, queryFn: async () => (await read('documents')).documents })
}

/** A document to edit; it is read anew at each opening, since a draft may have been saved elsewhere. */
export function useEditedDocument(path: string) {
  return useQuery({
    queryKey: keyOf(path),
    queryFn: () => readEdited(path),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export async function readEdited(path: string): Promise<EditedDocument> {
  const found = await read('document', { path })
  const { scheduled } = found
  const coming = scheduled ? await read('document-version', { path, number: String(scheduled.number) }) : null
  return { ...found, coming: coming?.content ?? null }
}

/** The content of a version, which never changes. */
export function useVersion(path: string, number: number | null) {
  return useQuery({
    queryKey: ['document-version', path, number],
    queryFn: async () => (await read('document-version', { path, number: String(number) })).content,
    enabled: number !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The page as shoppers would see the draft of a revision: HTML without scripts. */
export function usePreview(path: string, revision: number) {
  return useQuery({
    queryKey: ['document-preview', path, revision],
    queryFn: async () => {
      const { address } = await call('preview-document', { path })
      return withoutScripts(await fetchPage(address))
    },
    gcTime: 0,
    placeholderData: (before) => before,
  })
}

/** What a link can lead to: the pages that are documents, and those that the program makes. */
export function linkablePages(documents: readonly DocumentEntry[]): { path: string; name: string }[] {
  return [
    ...documents.filter(({ path }) => path.startsWith('/')).map(({ path, name }) => ({ path, name })),
    { path: '/shop', name: 'Shop' },
    { path: '/pre-order', name: 'Pre-Order' },
    { path: '/find-order', name: 'Find your order' },
    { path: '/withdraw', name: 'Withdraw from a contract' },
    { path: '/account', name: 'Account' },
    { path: '/saved', name: 'Saved garments' },
    { path: '/samples', name: 'Samples' },
  ]
}

/**
 * A page of the shop as visitors have it now, or as a preview, with the draft of its document: HTML without scripts. Home
 * is the coming-soon page before the launch, and its preview is not.
 */
export function useShownPage(path: string, isPreview = false) {
  return useQuery({
    queryKey: ['shown-page', path, isPreview],
    queryFn: async () => {
      const address = isPreview ? (await call('preview-document', { path })).address : path
      return withoutScripts(await fetchPage(address))
    },
    placeholderData: (before) => before,
  })
}

async function fetchPage(address: string): Promise<string> {
  const response = await fetch(address, { credentials: 'omit', headers: { accept: 'text/html' } })
  // A page such as the 404 page has another status.
  const isPage = response.headers.get('content-type')?.startsWith('text/html') && response.status < 500
  if (!isPage) throw new Error('The preview could not be made. Please try again.')
  return response.text()
}

function withoutScripts(html: string): string {
  const page = parseInertHtml(html)
  for (const element of page.querySelectorAll('script, link[rel=modulepreload]')) element.remove()
  return `<!doctype html>${page.documentElement.outerHTML}`
}

/** A change of a document's state other than its draft; lists and pages that show it are read again. */
export function useDocumentChanges() {
  const client = useQueryClient()
  const settled = () => client.invalidateQueries({ queryKey: listKey })
  const publish = useMutation({
    mutationFn: (body: BodyOf<'publish-document'>) => call('publish-document', body),
    onSettled: settled,
  })
  const unschedule = useMutation({
    mutationFn: (body: BodyOf<'unschedule-document'>) => call('unschedule-document', body),
    onSettled: settled,
  })
  const discard = useMutation({
    mutationFn: (body: BodyOf<'discard-draft'>) => call('discard-draft', body),
    onSettled: settled,
  })
  const create = useMutation({
    mutationFn: (body: BodyOf<'create-document'>) => call('create-document', body),
    onSettled: settled,
  })
  const move = useMutation({
    mutationFn: (body: BodyOf<'move-document'>) => call('move-document', body),
    onSettled: settled,
  })
  const remove = useMutation({
    mutationFn: (body: BodyOf<'delete-document'>) => call('delete-document', body),
    onSettled: settled,
  })
  return { publish, unschedule, discard, create, move, remove }
}
