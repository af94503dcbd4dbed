import { resolve } from 'node:path'

/** The folder of the fonts for text on images, with the fontconfig file that names only them. */
export const fontsFolder = resolve('src/platform/storage/pictures/fonts')
