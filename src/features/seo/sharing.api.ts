import type { SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import type { ShopSettings } from '#features/settings/shop-settings.ts'
import type { Env } from '#platform/http/env.ts'
import type { Log } from '#platform/log.ts'
import type { PageCache } from '#platform/pages/page-cache.ts'
import type { FileStore } from '#platform/storage/files/file-store.ts'
import type { Renditions } from '#platform/storage/pictures/renditions.ts'
import type { ServedObjects } from '#platform/storage/serving/served-objects.ts'
import { cardsApi } from './cards/cards.api.ts'
import { openSharedCards } from './cards/shared-cards.ts'
import { documentsApi } from './documents/documents.api.ts'

type Options = {
  /** The function that a page's loader calls; see `createBackend`. */
  backend: () => SupabaseClient
  now: () => Date
  settings: () => ShopSettings
  siteUrl: string
  live: boolean
  cache: PageCache
  headers: [string, string][]
  files: FileStore
  renditions: Renditions
  objects: ServedObjects
  log: Log
}

/** The URLs for other sites and search engines, mounted at the root: without an API key, the same for every caller. */
export function sharingApi({ files, renditions, objects, log, ...site }: Options): Hono<Env> {
  const cards = openSharedCards({ files, renditions, objects, log })
  return new Hono<Env>().route('/sharing', cardsApi({ ...site, cards })).route('/', documentsApi(site))
}
