#!/usr/bin/env node
// In the repository, run the sources through tsx, because Node 20 cannot load TypeScript; in an installed package, run
// the built library. Do not prefer an existing build in the repository, because it may be outdated.
import { existsSync } from 'node:fs'

const sources = new URL('../headless/node.ts', import.meta.url)
const isRepository = existsSync(sources)
if (isRepository) (await import('tsx/esm/api')).register()
const { runProcess } = await import(
  isRepository ? sources.href : new URL('../dist/headless/node.js', import.meta.url).href
)
await runProcess()
