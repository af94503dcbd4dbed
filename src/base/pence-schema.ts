import { z } from 'zod'
import { pence } from './money.ts'

/** Pence as JSON carries them. */
export const penceSchema = z.int().transform(pence)
