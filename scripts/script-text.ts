import { build, type Plugin } from 'vite'

/**
 * `import { script } from './x.ts?script'`: a module and all that it uses of others as one script, for a page from the server.
 * Browsers get an empty text: the page has it already.
 */
export function scriptText(): Plugin {
  return {
    name: 'script-text',
    enforce: 'pre',
    load: {
      filter: { id: /\.ts\?script$/ },
      async handler(id) {
        const bundled =
          this.environment.name === 'client' ? { text: '', files: [] } : await bundle(id.split('?')[0] ?? id)
        for (const file of bundled.files) this.addWatchFile(file)
        return { code: `export const script = ${JSON.stringify(bundled.text)}`, moduleType: 'js' }
      },
    },
  }
}

async function bundle(file: string): Promise<{ text: string; files: string[] }> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: file,
        // What the script does not use of a module is left out, React's hooks beside the stores for example.
        treeshake: { moduleSideEffects: (id) => id === file },
        output: { format: 'iife' },
      },
    },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error(`${file} gave no script`)
  const [chunk] = output.output
  return { text: chunk.code.trim(), files: chunk.moduleIds.filter((id) => id.startsWith('/')) }
}
