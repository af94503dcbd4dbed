import type { SupabaseClient } from '@supabase/supabase-js'
import { createContext } from 'react-router'

/** What a page's loader may ask: an anonymous visitor's client of our own API, with no port crossed. */
export const backendContext = createContext<SupabaseClient>()

/** The shop's clock, which is the database's (`shop_now()`). */
export const clockContext = createContext<() => Date>()

/** What a loader says of the page it makes. */
export type PageNotes = {
  /** The page stops being true at this moment (shop time): the earliest one given counts. */
  validUntil(moment: Date): void
  /** What the page is made from could not be asked just now: it is answered with 503, to be tried again. */
  unavailable(): void
  /**
   * The photograph that is seen first and how wide it is shown (as in `sizes`): browsers are told of it before the page.
   * Where several are named the first counts; null says nothing.
   */
  firstPicture(picture: ShownPicture | null, sizes: string): void
}
export const pageNotesContext = createContext<PageNotes>()

type ShownPicture = { url: string; width: number }

/** What `firstPicture` was told of the page that is being made. */
export const firstPictureContext = createContext<{ shown: { picture: ShownPicture; sizes: string } | null }>()

/** Where a rendered page's bytes are laid for whoever asked for it; its answer then has no body of its own. */
export const pageBytesContext = createContext<{ bytes: Buffer<ArrayBuffer> | null }>()
