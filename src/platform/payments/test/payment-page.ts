import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Brand } from '../../brand.ts'
import type { TestSession } from './ledger.ts'
import { type FieldName, type Problems, payingCard, type Typed } from './payment-form.ts'
import { choiceStyle, paymentStyle } from './payment-style.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** How the pages look: the application's name and language, and its fonts as `@font-face` rules. */
export type PaymentBranding = { brand: Pick<Brand, 'name' | 'language'>; style: () => string }

type Shown = {
  session: TestSession
  typed: Typed
  problems: Problems
  cancelHref: string
  isDeclined: boolean
  branding: PaymentBranding
}

/** The payment page: the order and its price on one side, the form on the other. Works without a script. */
export function paymentPage({ session, typed, problems, cancelHref, isDeclined, branding }: Shown): Html {
  const { record, request } = session
  const goods = record.subtotalPence - record.discountPence
  const hasDelivery = request.deliveryOptions.length > 0
  const totals = hasDelivery ? request.deliveryOptions.map((option) => goods + option.pricePence) : [goods]
  const chosen = Math.max(
    0,
    request.deliveryOptions.findIndex((option) => option.id === typed.delivery),
  )
  const field = fieldOf(typed, problems)
  return frame({
    title: `Pay for order ${request.orderNumber}`,
    style: `${branding.style()}${hasDelivery ? choiceStyle(totals) : ''}`,
    brand: branding.brand,
    body: html`<main class="pay">
      ${summary(session, totals)}
      <form method="post" novalidate aria-labelledby="title">
        <h1 id="title">Checkout</h1>
        ${alertOf(problems, isDeclined)}
        <fieldset><legend>Contact</legend>
          ${field('email', 'E-mail', 'type="email" autocomplete="email" required')}
          ${field('name', 'Full name', 'autocomplete="name" required')}
          ${field('phone', 'Phone', 'type="tel" autocomplete="tel"', 'Optional, for the courier.')}
        </fieldset>
        ${hasDelivery ? deliveryFields(request, { field, chosen, language: branding.brand.language, typed, problems }) : ''}
        ${
          totals.some((total) => total > 0)
            ? html`<fieldset class="card"><legend>Card</legend>
                ${field('card', 'Card number', 'inputmode="numeric" autocomplete="cc-number" required', `To test: ${payingCard}, any future date and any three digits.`)}
                <div class="pair">
                  ${field('expiry', 'Expiry', 'inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" required')}
                  ${field('cvc', 'CVC', 'inputmode="numeric" autocomplete="cc-csc" required')}
                </div>
              </fieldset>`
            : ''
        }
        <div class="actions">
          <button type="submit">${totals.map(
            (total, index) =>
              html`<span class="when when-${index}">${total === 0 ? 'Place order' : `Pay ${price(total)}`}</span>`,
          )}</button>
          <a href="${cancelHref}">Cancel</a>
        </div>
      </form>
    </main>`,
  })
}

type DeliveryFields = {
  field: ReturnType<typeof fieldOf>
  chosen: number
  language: string
  typed: Typed
  problems: Problems
}

/** Where it goes and by which service. */
function deliveryFields(
  request: TestSession['request'],
  { field, chosen, language, typed, problems }: DeliveryFields,
): Html {
  return html`<fieldset><legend>Delivery address</legend>
          ${field('address', 'Address', 'autocomplete="street-address" required')}
          <div class="pair">
            ${field('city', 'City', 'autocomplete="address-level2" required')}
            ${field('postcode', 'Postcode', 'autocomplete="postal-code"')}
          </div>
          ${countryField(request.countries, { language: language, typed, problems })}
        </fieldset>
        <fieldset><legend>Delivery</legend>
          ${request.deliveryOptions.map(
            (option, index) => html`<label class="choice">
              <input type="radio" name="delivery" id="delivery-${index}" value="${option.id}" ${index === chosen ? 'checked' : ''}>
              <span>${option.label}<br><span class="small">${option.transit} after dispatch${option.arrives ? `, ${option.arrives}` : ''}</span></span>
              <span class="price">${option.pricePence === 0 ? 'Free' : price(option.pricePence)}</span>
            </label>`,
          )}
          ${problemOf('delivery', problems)}
        </fieldset>`
}

/** A page for a session that takes no payment: paid, expired or unknown. */
export function statePage({
  title,
  text,
  link,
  branding,
}: {
  title: string
  text: string
  branding: PaymentBranding
  link: { href: string; text: string }
}): Html {
  const body = html`<main class="state"><h1>${title}</h1><p>${text}</p><p><a href="${link.href}">${link.text}</a></p></main>`
  return frame({ title, style: branding.style(), brand: branding.brand, body })
}

type Frame = { title: string; style: string; brand: PaymentBranding['brand']; body: Html }

function frame({ title, style, brand, body }: Frame): Html {
  return html`<!doctype html>
<html lang="${brand.language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg"><title>${title} – ${brand.name}</title>
<style>${raw(paymentStyle)}${raw(style)}</style>
</head>
<body><header><p class="shop">${brand.name}</p><p class="note">Test payment: no money moves</p></header>
${body}
</body></html>`
}

function summary({ record, request }: TestSession, totals: number[]): Html {
  return html`<section class="summary" aria-label="Your order">
    <h2>Order ${request.orderNumber}</h2>
    <ul class="lines">${request.lines.map(
      (line) => html`<li>
        ${pictureOf(line.imageUrl)}
        <span><strong>${line.name}</strong><span class="small">${[...(line.facts ?? [line.detail ?? `Size ${line.size}`]), `quantity ${line.quantity}`].join(' · ')}</span></span>
        <span class="price">${price(line.unitPence * line.quantity)}</span>
      </li>`,
    )}</ul>
    <dl>
      <dt>Subtotal</dt><dd>${price(record.subtotalPence)}</dd>
      ${request.discount ? html`<dt>${request.discount.label}</dt><dd>−${price(request.discount.amountPence)}</dd>` : ''}
      ${
        request.deliveryOptions.length > 0
          ? html`<dt>Delivery</dt><dd>${request.deliveryOptions.map(
              (option, index) =>
                html`<span class="when when-${index}">${option.pricePence === 0 ? 'Free' : price(option.pricePence)}</span>`,
            )}</dd>`
          : ''
      }
      <dt class="total">To pay</dt><dd class="total">${totals.map(
        (total, index) => html`<span class="when when-${index}">${price(total)}</span>`,
      )}</dd>
    </dl>
    <p class="small">${request.dispatchNote}</p>
    ${request.giftNote ? html`<p class="small">Gift note: “${request.giftNote}”</p>` : ''}
  </section>`
}

function fieldOf(typed: Typed, problems: Problems) {
  const first = Object.keys(problems)[0]
  return (name: FieldName, label: string, attributes: string, hint = ''): Html => {
    const described = [hint && `${name}-hint`, problems[name] && `${name}-problem`].filter(Boolean).join(' ')
    return html`<div class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" value="${typed[name]}" maxlength="200" ${raw(attributes)}
        ${raw(problems[name] ? 'aria-invalid="true"' : '')} ${raw(described ? `aria-describedby="${described}"` : '')}
        ${raw(first === name ? 'autofocus' : '')}>
      ${hint ? html`<p class="small" id="${name}-hint" style="margin:.2rem 0 0">${hint}</p>` : ''}
      ${problemOf(name, problems)}
    </div>`
  }
}

type CountryField = { language: string; typed: Typed; problems: Problems }

function countryField(countries: string[], { language, typed, problems }: CountryField): Html {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const chosen = countries.includes(typed.country) ? typed.country : countries[0]
  return html`<div class="field">
    <label for="country">Country</label>
    <select id="country" name="country" autocomplete="country" required>${countries.map(
      (code) => html`<option value="${code}" ${code === chosen ? 'selected' : ''}>${names.of(code) ?? code}</option>`,
    )}</select>
    ${problemOf('country', problems)}
  </div>`
}

function problemOf(name: FieldName, problems: Problems): Html | '' {
  return problems[name] ? html`<p class="problem" id="${name}-problem">${problems[name]}</p>` : ''
}

function alertOf(problems: Problems, isDeclined: boolean): Html | '' {
  const count = Object.keys(problems).length
  const many = count > 1 ? `Please check ${count} fields.` : 'Please check one field.'
  const text = isDeclined
    ? 'Your card was declined and you haven’t been charged. Please try another.'
    : count > 0
      ? many
      : ''
  return text ? html`<p class="alert problem" role="alert">${text}</p>` : ''
}

function pictureOf(imageUrl: string | null): Html {
  const path = imageUrl?.replace(/^\/storage\/v1\/object\/public\//, '/storage/v1/render/image/public/')
  if (!path?.startsWith('/storage/')) return html`<span class="bare"></span>`
  return html`<img src="${path}?width=160" alt="" width="56" height="75">`
}

function price(amount: number): string {
  return `£${(amount / 100).toFixed(2)}`
}
