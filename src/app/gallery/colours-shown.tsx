import { useEffect, useState } from 'react'
import { contrastOf } from '#ui/contrast.ts'
import { Shown } from './shown.tsx'

const colours = ['ink', 'ink-soft', 'mulberry', 'mulberry-deep', 'moss', 'woad', 'edge', 'line']
const grounds = ['paper', 'paper-deep', 'white']

/** Every colour on every background, with the contrast that this browser currently shows. */
export function ColoursShown() {
  const readColour = useColours()
  return (
    <Shown title="Colours">
      <div className="grid gap-4 md:grid-cols-3">
        {grounds.map((ground) => (
          <div key={ground} className="border border-line p-5" style={{ background: `var(--color-${ground})` }}>
            <h3 className="text-name">{ground}</h3>
            <ul className="mt-3">
              {colours.map((colour) => (
                <li key={colour} className="grid grid-cols-[1.5rem_1fr_auto] items-center gap-x-3 py-1">
                  <span aria-hidden="true" className="size-6" style={{ background: `var(--color-${colour})` }} />
                  <span>{colour}</span>
                  <span className="text-small tabular-nums">
                    {readColour ? contrast(readColour, colour, ground) : '…'}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Shown>
  )
}

type ReadColour = (name: string) => string

function contrast(readColour: ReadColour, colour: string, ground: string): string {
  return `${contrastOf(readColour(colour), readColour(ground)).toFixed(1)} : 1`
}

/** The current colours; null until they are read, and again whenever the colour scheme changes. */
function useColours(): ReadColour | null {
  const [values, setValues] = useState<{ readColour: ReadColour } | null>(null)
  useEffect(() => {
    const night = matchMedia('(prefers-color-scheme: dark)')
    function read() {
      const style = getComputedStyle(document.documentElement)
      setValues({ readColour: (name) => wholeHex(style.getPropertyValue(`--color-${name}`).trim()) })
    }
    read()
    night.addEventListener('change', read)
    return () => night.removeEventListener('change', read)
  }, [])
  return values?.readColour ?? null
}

// Style sheets are minified: #333 means #333333.
function wholeHex(hex: string): string {
  return hex.length === 4 ? `#${[...hex.slice(1)].map((figure) => figure + figure).join('')}` : hex
}
