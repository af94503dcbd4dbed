import { createElement, type ReactElement, type SVGProps } from 'react'

type IconData = { name: string; node: [tag: string, attributes: Record<string, string>][] }
type Given = SVGProps<SVGSVGElement>

/**
 * An icon of lucide as the shop uses them: 24 by 24 in the colour of its text, with what it is given. The build puts it in
 * place of lucide's own `createLucideIcon`, whose further ways (contexts, sizes, colours) nobody here goes and every page
 * would carry.
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
  return createElement('svg', { ...look, ...rest }, lines)
}
