import { readFileSync } from 'node:fs'
import { Menu, Search, ShoppingBag, X } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { plainIcon } from './plain-icon.ts'

const icons = { menu: Menu, search: Search, 'shopping-bag': ShoppingBag, x: X }

test('a plain icon renders the same SVG as lucide’s', () => {
  for (const [name, Theirs] of Object.entries(icons)) {
    const Plain = plainIcon({ name, node: nodeOf(name) })
    const given = { 'aria-hidden': true, className: 'size-6 shrink-0', strokeWidth: 1.25 }
    expect(partsOf(<Plain {...given} />)).toEqual(partsOf(<Theirs {...given} />))
  }
})

/** The shapes of an icon in the package. */
function nodeOf(name: string): [string, Record<string, string>][] {
  const text = readFileSync(`node_modules/lucide-react/dist/esm/icons/${name}.mjs`, 'utf8')
  const [, node = ''] = /node: (\[[\s\S]*?\])\n\};/.exec(text) ?? []
  return JSON.parse(node.replace(/(\w+): "/g, '"$1": "').replace(/,(\s*\])/g, '$1'))
}

/** The tags, each with its attributes in any order. */
function partsOf(icon: React.ReactNode): string[] {
  return renderToStaticMarkup(icon)
    .split(/(?=<)|(?<=") /)
    .map((part) => part.replace(/[ />]+$/, ''))
    .toSorted()
}
