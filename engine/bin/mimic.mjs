#!/usr/bin/env node
// In the repository its sources, which Node 20 cannot read without tsx; as an installed package the built library.
// Not "built when there": what was built some time ago would answer for the sources of today.
import { existsSync } from 'node:fs'

const sources = new URL('../headless/node.ts', import.meta.url)
const isRepository = existsSync(sources)
if (isRepository) (await import('tsx/esm/api')).register()
const { runProcess } = await import(isRepository ? sources.href : new URL('../dist/headless/node.js', import.meta.url).href)
await runProcess()
