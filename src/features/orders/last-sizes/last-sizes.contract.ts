import { z } from 'zod'
import { contract, rowOf } from '#platform/http/contract.ts'
import type { LastSize } from './last-sizes.ts'

/** The caller's last size of each kind of garment; `sizes` is null without her consent. */
export const readMySizes = contract({
  name: 'my-sizes',
  method: 'GET',
  caller: 'users',
  response: z.object({ sizes: z.array(rowOf<LastSize>('LastSize')).nullable() }),
})

/** Gives the consent that her last sizes are looked up, or takes it back, which deletes what was kept by it. */
export const rememberMySizes = contract({
  name: 'remember-my-sizes',
  method: 'POST',
  caller: 'users',
  request: z.object({ remember: z.boolean() }),
  response: z.object({ sizes: z.array(rowOf<LastSize>('LastSize')).nullable() }),
})
