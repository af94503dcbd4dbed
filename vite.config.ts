import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const base =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser|lucide-react)\/|src\/ui\/(link|button|toast|once|picture|picture-ladder|rule)\.tsx?$|shop\.config/

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // What every page needs is one file: thirty small ones weigh more, each by its own dictionary and in the list of routes.
  // The two programs are entries of one server build, so both use one copy of every module. The third is their child.
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: base }] } } } } },
    ssr: {
      build: {
        rollupOptions: {
          input: {
            server: 'src/server.ts',
            worker: 'src/worker.ts',
            'image-worker': 'src/features/storage/pictures/image-worker.ts',
          },
        },
      },
    },
  },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0 },
  server: { hmr: { protocol: 'ws' } },
})
