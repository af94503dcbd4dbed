import { createElement, type ReactElement, type SVGProps } from 'react'

type IconData = { node: [tag: string, attributes: Record<string, string>][] }
type Given = SVGProps<SVGSVGElement>

/**
 * A lucide icon in the text's colour, with the given attributes; its look is the class `lucide` of app.css, so that a
 * page with twenty icons says it once. The build replaces lucide's `createLucideIcon` with it: that one's other features
 * (contexts, sizes, colours) are unused here and would add code to every page.
 */
export function plainIcon(icon: IconData): (given: Given) => ReactElement {
  return (given) => draw(icon, given)
}

/** The thickness of the class `lucide`. */
const usual = 1.25

function draw({ node }: IconData, { className, strokeWidth = 2, ...rest }: Given): ReactElement {
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes))
  const look = {
    viewBox: '0 0 24 24',
    className: className ? `lucide ${className}` : 'lucide',
    ...(strokeWidth !== usual && { style: { strokeWidth } }),
  }
  return createElement('svg', { ...look, ...rest }, ...lines)
}
