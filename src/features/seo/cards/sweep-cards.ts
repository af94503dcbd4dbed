import type { FileStore } from '#platform/storage/files/file-store.ts'
import { sharedFolder } from './shared-cards.ts'

const storedDays = 30

/** Deletes cards drawn a month ago; one that is still requested is drawn again. Returns their number. */
export async function sweepCards({ files, now = new Date() }: { files: FileStore; now?: Date }): Promise<number> {
  const before = now.getTime() - storedDays * 86_400_000
  const old: string[] = []
  for await (const { name, modifiedAt } of files.list(sharedFolder)) {
    if (modifiedAt.getTime() < before) old.push(name)
  }
  await files.remove(old)
  return old.length
}
