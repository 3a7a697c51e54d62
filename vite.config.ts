import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env['MIMIC_SERVER'] ?? 'http://127.0.0.1:8080'
const proxied = ['/api', '/common', '/iot', '/data/fetch', '/healthz', '/serverconfig.json']

/**
 * Zod tests once whether code generation is allowed, and each test is reported as a violation of the content security
 * policy. This disables it.
 */
const excludeGeneratedCode = (): Plugin => ({
  name: 'zod-without-made-code',
  transform: (code, id) => (id.endsWith('/zod/v4/core/core.js') ? `${code}\nglobalConfig.jitless = true\n` : undefined),
})

/** The console: `vite` serves it with hot reload in front of a running server, `vite build` writes dist/, which the server serves. */
export default defineConfig({
  plugins: [react(), excludeGeneratedCode()],
  worker: { format: 'es', plugins: () => [excludeGeneratedCode()] },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: false }])),
  },
  build: {
    target: 'es2022',
    outDir: 'dist',
    // Keeps font slices as separate files; inlined, all of them would load with the first style sheet.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Small modules needed by every page. Otherwise the bundler would put `ids` into the chunk of all drawing
            // schemas, 16 KB more for the sign-in page, and the headers of the others would exceed their size.
            {
              name: 'base',
              test: /(?:engine.(?:document.model.ids|bindings.quality)|contract.(?:access|limits|passwords|entity.timeZone))\.ts$/,
            },
            // Small modules needed by every page. As separate files their headers would exceed their size.
            {
              name: 'page',
              test: /console.(?:app.shell.PageTitle|kit.(?:page.WindowTitle|text.useLocalized|page.FullPageMessage|page.PlainButton|page.Wordmark))\.tsx?$/,
            },
          ],
        },
      },
    },
  },
})
