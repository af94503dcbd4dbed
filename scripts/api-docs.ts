import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { contracts } from '#app/contracts.ts'
import type { Contract } from '#platform/http/contract.ts'

// `npm run api:docs` writes docs/api.md from the contracts; `npm run check` compares the two.

const file = 'docs/api.md'

const head = `# The shop's endpoints

Written by \`npm run api:docs\` from the contracts (\`src/app/contracts.ts\`). All are under \`/functions/v1\`: a GET has a query, a POST a JSON
body. Errors are \`{ code, message, details }\`; \`details\` lists \`{ path, message }\` for the fields of a bad_request. Every endpoint may
refuse bad_request, over_request_rate_limit and busy, and those that are not for everyone unauthorized and forbidden; other codes are
named. Before a POST is read it may be refused as too_large or unsupported_media_type, and as forbidden from a page of another site.
Times are ISO 8601, days \`YYYY-MM-DD\`.`

type Schema = {
  type?: string | string[]
  title?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema | boolean
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

/** A schema as TypeScript writes types, on one line where it fits. */
function typeOf(schema: Schema, indent = ''): string {
  const { title, enum: values, anyOf, oneOf, allOf, type, items, prefixItems } = schema
  const inner = (each: Schema) => typeOf(each, indent)
  if (title) return title
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const either = anyOf ?? oneOf
  if (either) return [...new Set(either.map(inner))].join(' | ')
  if (allOf) return allOf.map(inner).join(' & ')
  if (prefixItems) return `[${prefixItems.map(inner).join(', ')}]`
  if (type === 'array') return listOf(items && items !== true ? inner(items) : 'unknown')
  return type === 'object' ? objectOf(schema, indent) : [type].flat().join(' | ') || 'unknown'
}

function listOf(item: string): string {
  return /^[^{}]* \| |\} \| /.test(item) ? `(${item})[]` : `${item}[]`
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    return `${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, `${indent}  `)}`
  })
  if (typeof additionalProperties === 'object') fields.push(`[name]: ${typeOf(additionalProperties, `${indent}  `)}`)
  if (fields.length === 0) return '{}'
  const line = `{ ${fields.join('; ')} }`
  const isShort = line.length + indent.length <= 100 && !line.includes('\n')
  return isShort ? line : `{\n${fields.map((field) => `${indent}  ${field}`).join('\n')}\n${indent}}`
}

function written(schema: z.ZodType): string {
  return typeOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
}

const printed = new Map<z.ZodType, string>()

function section({ name, method, caller, query, request, response, refuses = [], form }: Contract): string {
  const sent = query ?? request
  const takes = form ? ` Takes a form${request ? ' too' : ''}.` : ''
  const known = response.meta()?.title ? undefined : printed.get(response)
  printed.set(response, `${method} ${name}`)
  const returned = response instanceof z.ZodNever ? 'a page' : known ? `what ${known} returns` : written(response)
  return [
    `### ${method} ${name}`,
    `For ${caller}.${takes}${refuses.length > 0 ? ` Refuses ${refuses.join(', ')}.` : ''}`,
    '```ts',
    ...(sent ? [`${query ? 'query' : 'body'}: ${written(sent)}`] : []),
    `returns: ${returned}`,
    '```',
  ].join('\n')
}

const sections = (contracts as readonly Contract[])
  .toSorted((a, b) => a.name.localeCompare(b.name) || a.method.localeCompare(b.method))
  .map(section)
const text = `${[head, ...sections].join('\n\n')}\n`

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write(`${file} differs from the contracts: run npm run api:docs\n`)
  process.exitCode = 1
}
