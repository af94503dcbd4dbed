import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The two programs are entries of one server build, so both use one copy of every module.
  environments: {
    ssr: { build: { rollupOptions: { input: { server: 'src/server.ts', worker: 'src/worker.ts' } } } },
  },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0 },
  server: { hmr: { protocol: 'ws' } },
})
