import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const manifest: { readonly exports: Record<string, string>; readonly dependencies: Record<string, string> } =
  JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
/** What the package offers, and what its command starts. */
const doors = [...Object.values(manifest.exports).filter((door) => door.endsWith('.ts')), './headless/node.ts']
const outside = new RegExp(`^(?:node:|(?:${[...builtinModules, ...Object.keys(manifest.dependencies)].join('|')})(?:/|$))`)

/**
 * The engine as a library: a module of JavaScript for each of ours, so that what a page loads late stays apart and what
 * it does not use is never bundled. Types are written by `tsc` (tsconfig.build.json), the package by scripts/packEngine.mjs.
 */
export default defineConfig({
  root,
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    lib: { entry: Object.fromEntries(doors.map((door) => [door.slice(2, -3), root + door.slice(2)])), formats: ['es'] },
    rolldownOptions: {
      external: (id) => outside.test(id),
      // Its main entry is CommonJS, whose names Node cannot import; bundlers take this file anyway.
      output: {
        paths: { 'pixi-viewport': 'pixi-viewport/dist/pixi_viewport.js' },
        preserveModules: true, preserveModulesRoot: root, entryFileNames: '[name].js',
      },
    },
  },
})
