import { type FileStore, originalName } from '../files/file-store.ts'

type Version = { id: string; version: string }

/** Every file of a version: the original and its renditions. */
async function filesOf(files: FileStore, of: Version): Promise<string[]> {
  const names = [originalName(of)]
  for await (const { name } of files.list(`renditions/${of.id}/${of.version}/`)) names.push(name)
  return names
}

/** Copies the files of a version to another object or version. */
export async function copyFiles(files: FileStore, from: Version, to: Version): Promise<void> {
  for (const name of await filesOf(files, from)) {
    const content = await files.stream(name)
    // A missing rendition can be made again; a missing original is an error.
    if (!content && name !== originalName(from)) continue
    if (!content) throw new Error(`The file ${name} is missing`)
    const target = name.replace(`${from.id}/${from.version}`, `${to.id}/${to.version}`)
    const about = { type: 'application/octet-stream', mostBytes: Number.POSITIVE_INFINITY }
    await files.putStream(target, content, about)
  }
}

export async function removeFiles(files: FileStore, of: Version): Promise<void> {
  await files.remove(await filesOf(files, of))
}
