const steps = [
  ['Bust', 'Around the fullest point, with the tape level across the back, close but not pulled tight.'],
  ['Waist', 'Where your body creases when you bend to the side, usually 2 to 5 cm above the navel.'],
  ['Hips', 'Around the fullest point, about 18 to 23 cm below the waist, with your feet together.'],
  ['Sleeve', 'From the point of the shoulder, over a slightly bent elbow, to the wrist bone.'],
  ['Height', 'Without shoes, with your heels and head against a wall.'],
] as const

/** Five measurements, each in a sentence, beside a figure that shows three of them. */
export function HowToMeasure() {
  return (
    <div className="grid items-start gap-x-12 gap-y-8 md:grid-cols-[3fr_2fr] print:grid-cols-[1fr_11rem]">
      <div>
        <p className="measure text-ink-soft">
          Use a soft tape over light underwear, stand naturally and breathe normally. If you can, ask someone to hold
          the tape.
        </p>
        <dl className="mt-6 print:mt-2">
          {steps.map(([what, how]) => (
            <div
              key={what}
              className="grid gap-x-4 border-line border-t py-3.5 sm:grid-cols-[6.5rem_1fr] print:grid-cols-[5rem_1fr] print:py-1"
            >
              <dt className="font-serif text-name leading-tight">{what}</dt>
              <dd>{how}</dd>
            </div>
          ))}
        </dl>
      </div>
      <MeasuringFigure className="mx-auto w-full max-w-[20rem] md:-mt-24 md:max-w-[24rem] print:mt-0 print:max-w-[11rem]" />
    </div>
  )
}

// From the neck over the shoulder, waist and hip; the other side is its mirror image.
const half =
  'M113 27c1 14 0 24-3 31-5 10-20 14-33 19-12 5-17 14-16 27 1 10 6 16 9 24 3 9 3 17 4 26 1 12 5 28 5 52 0 22-8 38-14 56-4 13-6 24-5 34 1 26 6 54 12 84'

/** A dress form with the tape in its three places. The steps beside it say the same as text. */
function MeasuringFigure({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 320 470" role="img" aria-labelledby="measuring-title" className={`stroke-ink ${className}`}>
      <title id="measuring-title">A dress form with tapes at bust, waist and hips</title>
      <g fill="none" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round">
        <path d={half} />
        <path d={half} transform="matrix(-1 0 0 1 264 0)" />
        <ellipse cx="132" cy="26" rx="19" ry="6.5" />
        <path d="M132 42v338" className="stroke-line" />
        <path d="M72 380c20 9 100 9 120 0M126 387v42m12-42v42M84 446c5-12 22-17 48-17s43 5 48 17" />
      </g>
      <g fill="none" strokeWidth="2" strokeDasharray="7 4.5" className="stroke-mulberry">
        <path d="M70 128c22 15 102 15 124 0M79 206c18 12 88 12 106 0M60 296c24 16 120 16 144 0" />
      </g>
      <g className="fill-mulberry stroke-none font-serif italic" fontSize="21">
        <text x="226" y="133">
          bust
        </text>
        <text x="226" y="211">
          waist
        </text>
        <text x="226" y="301">
          hips
        </text>
      </g>
    </svg>
  )
}
