import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The two programs are entries of one server build, so both use one copy of every module. The third is their child.
  environments: {
    ssr: {
      build: {
        rollupOptions: {
          input: {
            server: 'src/server.ts',
            worker: 'src/worker.ts',
            'image-worker': 'src/features/storage/image-worker.ts',
          },
        },
      },
    },
  },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0 },
  server: { hmr: { protocol: 'ws' } },
})
