import type { IconShape } from './icon-drawing.ts'

/** Steps of a pixel between two colours, and as many between nothing and the first of them. */
export const levels = 64

export type IconName = '16' | '32' | '48' | '180-square' | '192' | '512' | '512-square'

/** The drawings that are PNG. */
export const iconFiles: Record<IconName, { size: number; shape: IconShape }> = {
  '16': { size: 16, shape: 'round' },
  '32': { size: 32, shape: 'round' },
  '48': { size: 48, shape: 'round' },
  '180-square': { size: 180, shape: 'square' },
  '192': { size: 192, shape: 'round' },
  '512': { size: 512, shape: 'round' },
  '512-square': { size: 512, shape: 'square' },
}
