import { createElement, type ReactElement, type SVGProps } from 'react'

type IconData = { name: string; node: [tag: string, attributes: Record<string, string>][] }
type Given = SVGProps<SVGSVGElement>

/**
 * A lucide icon of 24 by 24 pixels in the text's colour, with the given attributes. The build replaces lucide's
 * `createLucideIcon` with it: that one's other features (contexts, sizes, colours) are unused here and would add code
 * to every page.
 */
export function plainIcon(icon: IconData): (given: Given) => ReactElement {
  return (given) => draw(icon, given)
}

function draw({ name, node }: IconData, { className = '', ...rest }: Given): ReactElement {
  const look = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: 24,
    height: 24,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    className: `lucide lucide-${name} ${className}`,
  } as const
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes))
  return createElement('svg', { ...look, ...rest }, ...lines)
}
