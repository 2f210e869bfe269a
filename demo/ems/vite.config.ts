import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env.EMS_PORT || 4101}`

export default defineConfig({
  root: import.meta.dirname,
  // Relative: in the console the files lie below `/micro/ems/`.
  base: './',
  publicDir: false,
  cacheDir: '../../node_modules/.vite/ems',
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', modulePreload: false, assetsInlineLimit: 0 },
  // `npx vite demo/ems` beside `ALONE=1 node demo/ems/server.ts`.
  server: { host: '127.0.0.1', proxy: { '^/ems(-admin)?/': server } },
})
