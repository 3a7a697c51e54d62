import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const manifest: { readonly exports: Record<string, string>; readonly dependencies: Record<string, string> } =
  JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
/** Entry points of the package and of its command. */
const doors = [...Object.values(manifest.exports).filter((door) => door.endsWith('.ts')), './headless/node.ts']
const outside = new RegExp(
  `^(?:node:|(?:${[...builtinModules, ...Object.keys(manifest.dependencies)].join('|')})(?:/|$))`,
)

/**
 * Builds the engine as a library with one JavaScript module per source file, so that late-loaded parts stay separate
 * and unused ones are not bundled. `tsc` writes the types (tsconfig.build.json), scripts/packEngine.mjs the package.
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
      // The main entry of pixi-viewport is CommonJS, whose names Node cannot import; bundlers use this file anyway.
      output: {
        paths: { 'pixi-viewport': 'pixi-viewport/dist/pixi_viewport.js' },
        preserveModules: true,
        preserveModulesRoot: root,
        entryFileNames: '[name].js',
      },
    },
  },
})
