import { readFileSync } from 'node:fs'
import { Menu, Search, ShoppingBag, X } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { plainIcon } from './plain-icon.ts'

const icons = { menu: Menu, search: Search, 'shopping-bag': ShoppingBag, x: X }

test('a plain icon has the shapes of lucide’s; its look is the class, but for another thickness', () => {
  for (const [name, Theirs] of Object.entries(icons)) {
    const Plain = plainIcon({ node: nodeOf(name) })
    const given = { 'aria-hidden': true, className: 'size-6 shrink-0', strokeWidth: 1.25 }
    const [opening, ...shapes] = tagsOf(<Plain {...given} />)
    expect(opening).toBe('<svg viewBox="0 0 24 24" class="lucide size-6 shrink-0" aria-hidden="true">')
    expect(shapes).toEqual(tagsOf(<Theirs {...given} />).slice(1))
    expect(renderToStaticMarkup(<Plain strokeWidth={1.5} />)).toContain('style="stroke-width:1.5"')
  }
})

/** The shapes of an icon in the package. */
function nodeOf(name: string): [string, Record<string, string>][] {
  const text = readFileSync(`node_modules/lucide-react/dist/esm/icons/${name}.mjs`, 'utf8')
  const [, node = ''] = /node: (\[[\s\S]*?\])\n\};/.exec(text) ?? []
  return JSON.parse(node.replace(/(\w+): "/g, '"$1": "').replace(/,(\s*\])/g, '$1'))
}

function tagsOf(icon: React.ReactNode): string[] {
  return renderToStaticMarkup(icon).split(/(?=<)/)
}
