import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env['MIMIC_SERVER'] ?? 'http://127.0.0.1:8080'
const proxied = ['/api', '/common', '/iot', '/data/fetch', '/healthz', '/serverconfig.json']

/** Zod tries once whether it may make code. It may not, and each try is told of as a breach of the content policy: here it knows beforehand. */
const withoutMadeCode = (): Plugin => ({
  name: 'zod-without-made-code',
  transform: (code, id) => (id.endsWith('/zod/v4/core/core.js') ? `${code}\nglobalConfig.jitless = true\n` : undefined),
})

/** The console: `vite` serves it with hot reload in front of a running server, `vite build` writes dist/, which the server serves. */
export default defineConfig({
  plugins: [react(), withoutMadeCode()],
  worker: { format: 'es', plugins: () => [withoutMadeCode()] },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: false }])),
  },
  build: {
    target: 'es2022',
    outDir: 'dist',
    // Each font slice stays a file of its own: inlined, all of them would come with the first style sheet.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { output: { codeSplitting: { groups: [
      // The bundler would lay this one function, which every page needs, into the chunk of all of a drawing's schemas: 16 KB more to sign in.
      { name: 'ids', test: /engine.document.ids\.ts$/ },
      // What every page needs of small parts: each by itself, it costs more for its headers than it is.
      { name: 'page', test: /console.(?:app.PageTitle|kit.(?:WindowTitle|useLocalized|FullPageMessage|PlainButton|Wordmark))\.tsx?$/ },
    ] } } },
  },
})
