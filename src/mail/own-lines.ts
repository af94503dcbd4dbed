import { AsyncLocalStorage } from 'node:async_hooks'
import type { Block } from './email-blocks.ts'

/** The owner's own lines of an e-mail: above its content and below it. */
export type OwnLines = { opening: Block[]; closing: Block[] }

const store = new AsyncLocalStorage<OwnLines>()

/** Composes e-mails with these lines: templates write the content, and know nothing of the lines. */
export function composeWith<T>(lines: OwnLines, compose: () => Promise<T>): Promise<T> {
  return store.run(lines, compose)
}

export const ownLines = (): OwnLines => store.getStore() ?? { opening: [], closing: [] }
