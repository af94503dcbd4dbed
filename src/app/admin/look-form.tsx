import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { PictureUpload } from '#features/catalogue/admin/picture-upload.tsx'
import { drawIcon } from '#features/seo/icons/icon-drawing.ts'
import { SettingForm, useSettingForm } from '#features/settings/admin/setting-form.tsx'
import { type SectionProps, useSaveSetting } from '#features/settings/admin/settings-queries.ts'
import { shop } from '#shop'
import { Choice } from '#ui/choice-field.tsx'
import { FieldFrame, inputLook } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { isSameLook, type Look, typefacesNames, type WordmarkPicture } from '#ui/look/look.ts'
import { type ColourProblem, type Colours, findColourProblem, paletteOf } from '#ui/look/palette.ts'
import { typefaces } from '#ui/look/typefaces.ts'
import { pictureAt } from '#ui/picture.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { looks } from '../../../db/catalogue/looks.ts'

type LookFormProps = Pick<SectionProps, 'settings'> & { preview: (look: Look) => ReactNode }

const colourFields: { name: keyof Colours; label: string; hint: string }[] = [
  {
    name: 'paper',
    label: 'Background',
    hint: 'Of pages. Close to the background of your photographs, they fade into it.',
  },
  { name: 'ink', label: 'Text', hint: 'Of everything that is read.' },
  { name: 'accent', label: 'Accent', hint: 'Of labels, links and main buttons, and of the foot of every page.' },
]

const published = { title: 'Published', description: 'Pages and e-mails have this look now.', tone: 'success' } as const

/** The form of the look, with its preview beside it. The preview stays at the last colours that can be read. */
export function LookForm({ settings, preview }: LookFormProps) {
  const save = useSaveSetting()
  const { value, version } = settings.look
  const publish = (look: Look) => save('look', { shown: look }, published)
  const form = useSettingForm(value.shown, publish, { name: 'look', version })
  const back = useMutation({ mutationFn: publish })
  const look = form.value
  const problem = areColours(look) ? findColourProblem(look) : null
  const shown = areColours(look) && !problem ? look : value.shown
  const change = (part: Partial<Look>) => form.type({ ...look, ...part })
  const begun = looks.find((each) => isSameLook({ ...each.look, wordmark: look.wordmark }, look))
  return (
    <div className="items-start gap-x-10 pt-[clamp(1rem,2vw,1.75rem)] lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]">
      <div>
        <SettingForm form={form} label="The look" describe={describeLook} saveLabel="Publish" noValidate>
          <fieldset>
            <legend className="label text-ink-soft">Begin with</legend>
            <div className="mt-2 grid gap-3 sm:grid-cols-2">
              {looks.map(({ name, description, look: own }) => (
                <button
                  key={name}
                  type="button"
                  aria-pressed={name === begun?.name}
                  onClick={() => form.type({ ...own, wordmark: look.wordmark })}
                  className="cursor-pointer border border-edge p-3 text-left aria-pressed:border-mulberry aria-pressed:shadow-[0_0_0_1px_var(--color-mulberry)]"
                >
                  <span aria-hidden="true" className="flex h-7">
                    {[own.paper, own.ink, own.accent].map((colour) => (
                      <span key={colour} className="grow border border-line" style={{ background: colour }} />
                    ))}
                  </span>
                  <span className="mt-2 block font-serif text-name leading-tight">{name}</span>
                  <span className="mt-1 block text-ink-soft text-small leading-snug">{description}</span>
                </button>
              ))}
            </div>
          </fieldset>
          {colourFields.map((field) => (
            <ColourField
              key={field.name}
              {...field}
              value={look[field.name]}
              problem={problem?.colour === field.name ? problem : null}
              onChange={(colour) => change({ [field.name]: colour })}
            />
          ))}
          <fieldset>
            <legend className="label text-ink-soft">Typefaces</legend>
            {typefacesNames.map((name) => (
              <Choice
                key={name}
                name="typefaces"
                checked={look.typefaces === name}
                onChange={() => change({ typefaces: name })}
              >
                {typefaces[name].title}
              </Choice>
            ))}
          </fieldset>
          <fieldset>
            <legend className="label text-ink-soft">Corners</legend>
            <div className="flex flex-wrap gap-x-6">
              <Choice name="corners" checked={look.corners === 'square'} onChange={() => change({ corners: 'square' })}>
                Straight
              </Choice>
              <Choice name="corners" checked={look.corners === 'soft'} onChange={() => change({ corners: 'soft' })}>
                Soft
              </Choice>
            </div>
          </fieldset>
          <WordmarkField wordmark={look.wordmark} onChange={(wordmark) => change({ wordmark })} />
          {form.problem && !problem && (
            <p role="alert" className="text-mulberry">
              {form.problem}
            </p>
          )}
        </SettingForm>
        {value.before && !isSameLook(value.before, value.shown) && (
          <p className="mt-3">
            <TextButton
              aria-disabled={back.isPending}
              onClick={() => value.before && !back.isPending && back.mutate(value.before)}
            >
              Go back to the look before
            </TextButton>
          </p>
        )}
        {back.error && (
          <p role="alert" className="text-mulberry">
            {back.error.message}
          </p>
        )}
        <Follows look={shown} />
      </div>
      <section aria-labelledby="look-preview" className="mt-10 min-w-0 lg:sticky lg:top-24 lg:mt-0">
        <h2 id="look-preview" className="label text-ink-soft">
          Preview
        </h2>
        {preview(shown)}
      </section>
    </div>
  )
}

type ColourFieldProps = {
  name: keyof Colours
  label: string
  hint: string
  value: string
  problem: ColourProblem | null
  onChange: (colour: string) => void
}

/** One colour, picked or typed. A colour that cannot be read offers the nearest that can. */
function ColourField({ name, label, hint, value, problem, onChange }: ColourFieldProps) {
  const error = isColour(value) ? problem?.message : 'Please enter a colour as # and six characters, such as #6b2737.'
  return (
    <div>
      <FieldFrame label={label} hint={hint} error={error}>
        {(bound) => (
          <span className="mt-1 flex items-end gap-x-4">
            <input
              type="color"
              aria-label={`${label}: pick a colour`}
              value={isColour(value) ? value : '#000000'}
              onChange={({ target }) => onChange(target.value)}
              className="size-12 shrink-0 cursor-pointer border border-edge bg-transparent p-1"
            />
            <input
              {...bound}
              name={`look-${name}`}
              value={value}
              maxLength={7}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => onChange(target.value.trim().toLowerCase())}
              className={inputLook}
            />
          </span>
        )}
      </FieldFrame>
      {problem && (
        <TextButton onClick={() => onChange(problem.nearest)}>
          <span
            aria-hidden="true"
            className="mr-2 inline-block size-4 border border-edge align-middle"
            style={{ background: problem.nearest }}
          />
          Use {problem.nearest}, the nearest that works
        </TextButton>
      )}
    </div>
  )
}

type WordmarkFieldProps = { wordmark: WordmarkPicture | null; onChange: (wordmark: WordmarkPicture | null) => void }

/** The name as a picture; without one it is in letters. */
function WordmarkField({ wordmark, onChange }: WordmarkFieldProps) {
  // The form may have changed while the picture was read.
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  return (
    <div className="grid gap-y-3">
      {wordmark && (
        <img
          src={pictureAt(wordmark.url, 640)}
          alt={shop.name}
          className="daylight max-h-16 max-w-full justify-self-start bg-paper object-contain p-2"
        />
      )}
      <PictureUpload
        label="The shop’s name as a picture"
        hint="A PNG or WebP with a transparent background, cut close to the letters. It is shown in the colour of the text; e-mails keep the name in letters, as many programs show no pictures."
        refuse={refuseOpaque}
        onStored={(url) => void sizeOf(url).then((size) => latest.current({ url, ...size }))}
      />
      {wordmark && (
        <p>
          <TextButton onClick={() => onChange(null)}>Show the name in letters</TextButton>
        </p>
      )}
    </div>
  )
}

/** A picture without a transparent pixel would be a plain box. */
async function refuseOpaque(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return 'can’t be used. Please save it as PNG.'
  const canvas = document.createElement('canvas')
  const [width, height] = [Math.min(picture.width, 300), Math.min(picture.height, 100)]
  Object.assign(canvas, { width, height })
  const pen = canvas.getContext('2d')
  pen?.drawImage(picture, 0, 0, width, height)
  const data = Array.from(pen?.getImageData(0, 0, width, height).data ?? [])
  const isClear = data.some((part, at) => at % 4 === 3 && part < 128)
  return isClear ? null : 'has no transparent background. Please save it as PNG with one.'
}

/** For the preview; the server stores the size that the picture has. */
async function sizeOf(url: string): Promise<{ width: number; height: number }> {
  const image = new Image()
  image.src = pictureAt(url, 640)
  await image.decode().catch(() => undefined)
  if (image.naturalWidth === 0) return { width: 4, height: 1 }
  return { width: image.naturalWidth, height: image.naturalHeight }
}

/** What else has the look, and what the owner sets elsewhere. */
function Follows({ look }: { look: Look }) {
  const { light } = paletteOf(look)
  const icon = drawIcon(shop.name, `.ground{fill:${light.mulberry}}.marks{fill:${light.paper};stroke:${light.paper}}`)
  return (
    <div className="mt-8 grid max-w-[34em] grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 border-line border-t pt-6">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(icon)}`}
        alt="The shop’s icon with this look"
        className="size-12"
      />
      <div className="grid gap-y-3 text-ink-soft text-small">
        <p>
          Everything is published at once: pages in light and dark, e-mails, the icon on phones and tabs, packing slips
          and the test payment page. The other colours follow from your three, so that everything stays easy to read.
        </p>
        <p>
          Stripe’s payment page has its own settings. At Stripe, open Settings, then Branding, and enter {look.paper} as
          the background and {look.accent} as the button colour.
        </p>
        <p>
          The large picture of Home is on its page:{' '}
          <Link to="/admin/pages/edit?path=/" className="link">
            Edit Home
          </Link>
        </p>
      </div>
    </div>
  )
}

function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text)
}

const areColours = (look: Look) => [look.paper, look.ink, look.accent].every(isColour)

function describeLook({ paper, ink, accent, typefaces: pair, corners, wordmark }: Look): string {
  const edges = corners === 'soft' ? 'Soft corners' : 'Straight corners'
  return [
    `Background ${paper}, text ${ink}, accent ${accent}`,
    typefaces[pair].title,
    edges,
    wordmark ? 'The name as a picture' : 'The name in letters',
  ].join('\n')
}
