import { firstLook, type Look } from '../../src/ui/look/look.ts'

/** The looks that the owner can begin with: the shop's own, and a second one. */
export const looks: { name: string; description: string; look: Look }[] = [
  { name: 'Mulberry', description: 'Warm paper, mulberry, an old-style serif and straight edges.', look: firstLook },
  {
    name: 'Juniper',
    description: 'Pale linen, deep green, a newspaper serif and soft corners.',
    look: {
      paper: '#f5f3ed',
      ink: '#1f2624',
      accent: '#24513f',
      typefaces: 'newsreader',
      corners: 'soft',
      wordmark: null,
    },
  },
]
