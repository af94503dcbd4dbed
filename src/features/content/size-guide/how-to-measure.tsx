import { MeasuringFigure } from './measuring-figure.tsx'

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
