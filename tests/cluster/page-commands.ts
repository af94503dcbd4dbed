import { readFile } from 'node:fs/promises'

export type PageCommands = {
  /** The `sh` blocks of the page under a heading, in their order. */
  under(heading: string): string[]
}

/** The commands that a page shows its reader: `sh` blocks, without the indentation of the list they are in. */
export async function readPageCommands(path: string): Promise<PageCommands> {
  const blocks: { heading: string; text: string }[] = []
  let heading = ''
  let open: { indent: number; lines: string[] } | null = null
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    const fence = /^( *)```(\w*)$/.exec(line)
    if (open && fence) {
      blocks.push({ heading, text: open.lines.join('\n') })
      open = null
    } else if (open) open.lines.push(line.slice(open.indent))
    else if (fence?.[2] === 'sh') open = { indent: fence[1]?.length ?? 0, lines: [] }
    else heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading
  }
  return { under: (wanted) => blocks.filter((block) => block.heading === wanted).map(({ text }) => text) }
}
