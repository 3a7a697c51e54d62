import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCycles } from './circles.ts'
import { codeOnly, listFiles, isScript, isTest, listed } from './sources.ts'
import type { Source } from './sources.ts'

/** Top-level folders that a folder may import besides itself. */
const floors: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  contract: ['engine'],
  workers: ['contract', 'engine'],
  server: ['contract', 'engine'],
  console: ['workers', 'contract', 'engine'],
}

const floorRemedies: Readonly<Record<string, string>> = {
  engine: 'the engine stands alone: hand it what it needs as an argument or through an option of its door.',
  contract: 'the contract is what browser and server both say: move the shared thing down into contract/ or engine/.',
  workers: 'a worker speaks through its api.ts: move what both sides need to contract/, or send it as a message.',
  server: 'the server knows browsers by routes and topics only: declare what both sides need in contract/.',
  console:
    'the console speaks to the server by the routes of contract/: add one, or move the shared thing to contract/.',
}

/**
 * A folder imports only folders above it. Painting is below bindings and animation, because it uses quality and motion.
 */
const engineRooms = [
  'schema',
  'document',
  'geometry',
  'commands',
  'components',
  'imports',
  'bindings',
  'animation',
  'paint',
  'pictures',
  'overlays',
  'stage',
  'editing',
  'running',
  'accessibility',
  'headless',
]
/** Folders of `engine/components` without a type, shared by several types. */
const sharedFolders = new Set(['charts'])
/** The only exception: components draw with the brush. */
const brush = 'engine/paint/brush/brush.ts'
const enginePackages = new Set(['pixi.js', 'pixi-viewport', 'immer', 'zod', 'rbush', 'fractional-indexing'])
/** Large packages that a single folder loads on demand. */
const roomPackages: Readonly<Record<string, string>> = {
  echarts: 'engine/pictures/',
  uplot: 'console/trend/',
  'mpegts.js': 'engine/overlays/',
  'hls.js': 'engine/overlays/',
  three: 'engine/overlays/',
  '@napi-rs/canvas': 'engine/headless/',
}
/** Folders that run in Node without a page. Their launcher needs a TypeScript loader. */
const nodeRooms = ['engine/headless/', 'engine/bin/']
const nodePackages = /^(?:node:|tsx$)/
/** Console folders shared by all screens. Every other folder is a screen and imports no other screen. */
const consoleShared = new Set([
  'app',
  'net',
  'stores',
  'kit',
  'fields',
  'crud',
  'stage',
  'revisions',
  'trend',
  'locales',
  'styles',
])
const pixiReactRoom = 'console/stage/'

interface Import {
  readonly from: string
  readonly to: string
  /** Loaded on demand, not with the file. */
  readonly isLate: boolean
}

describe('imports point down only', () => {
  it('holds in every file', () => {
    expect(listed(findings(listFiles((path) => isScript(path))))).toBe('')
  })

  it.each([
    ['engine/stage/a.ts', "import { x } from '../../console/net/client.ts'"],
    ['engine/document/a.ts', "import { x } from '../stage/index.ts'"],
    ['engine/document/a.ts', "import React from 'react'"],
    ['engine/editing/a.ts', "import { x } from '../running/index.ts'"],
    ['engine/components/tank/tank.ts', "import { x } from '../gauge/gauge.ts'"],
    ['engine/components/tank/tank.ts', "import { x } from '../catalog.ts'"],
    ['engine/components/charts/axes.ts', "import { x } from '../tank/tank.ts'"],
    ['engine/stage/a.ts', "import { readFileSync } from 'node:fs'"],
    ['contract/a.ts', "import type { X } from '../server/main.ts'"],
    ['workers/telemetry/a.ts', "import { x } from '../../console/net/client.ts'"],
    ['server/http/a.ts', "const x = await import('../../workers/telemetry/api.ts')"],
    ['console/designer/A.tsx', "import { x } from '../runtime/x.ts'"],
    ['console/designer/A.tsx', "import { Application } from '@pixi/react'"],
    ['console/kit/A.tsx', "import { x } from '../../bench/run.ts'"],
    ['server/a.ts', "export { x } from '../tests/support/server.ts'"],
  ])('sees %s with %s', (path, text) => {
    expect(findings([{ path, text }])).toHaveLength(1)
  })

  it.each([
    [
      'engine/components/tank/tank.ts',
      "import type { Brush } from '../../paint/brush/brush.ts'\nimport { x } from '../define.ts'",
    ],
    ['engine/components/tank/tank.ts', "import { x } from '../charts/axes.ts'"],
    ['engine/headless/a.ts', "import { readFileSync } from 'node:fs'"],
    ['console/app/routes.tsx', "import('../designer/DesignerPage.tsx')"],
    ['server/a.test.ts', "import { x } from '../tests/support/server.ts'"],
    ['server/a.ts', "// import { x } from '../console/a.ts'"],
  ])('lets %s have %s', (path, text) => {
    expect(findings([{ path, text }])).toEqual([])
  })
})

describe('import cycles', () => {
  it('holds in every file, types included', () => {
    expect(listed(circles(listFiles((path) => isScript(path) && !isTest(path))))).toBe('')
  })

  it('sees circles of types, of two files and of more', () => {
    const sources = [
      { path: 'engine/document/a.ts', text: "import type { B } from './b.ts'" },
      { path: 'engine/document/b.ts', text: "export type { C } from './c.ts'" },
      { path: 'engine/document/c.ts', text: "import { type A } from './a.ts'\nimport { d } from './d.ts'" },
      { path: 'engine/document/d.ts', text: "import './e.ts'" },
      { path: 'engine/document/e.ts', text: "import { d } from './d.ts'" },
    ]
    expect(circles(sources)).toEqual([
      expect.stringContaining('engine/document/d.ts -> engine/document/e.ts -> engine/document/d.ts: '),
      expect.stringContaining(
        'engine/document/a.ts -> engine/document/b.ts -> engine/document/c.ts -> engine/document/a.ts: ',
      ),
    ])
  })

  it('allows a dynamic import of a file that imports it', () => {
    expect(
      circles([
        { path: 'console/app/a.ts', text: "import('./b.ts')" },
        { path: 'console/app/b.ts', text: "import { a } from './a.ts'" },
      ]),
    ).toEqual([])
  })
})

/** Includes type imports: files that cannot be understood without each other belong together or must be split. */
function circles(sources: readonly Source[]): string[] {
  const graph = new Map(
    sources.map((source) => [
      source.path,
      findImports(source)
        .filter(({ isLate }) => !isLate)
        .map(({ to }) => to),
    ]),
  )
  return findCycles(graph).map(
    (cycle) =>
      `${cycle.join(' -> ')}: move what both need into a file above them (of types too), or hand it in as an argument.`,
  )
}

function findings(sources: readonly Source[]): string[] {
  return sources.flatMap(findImports).flatMap((entry) => {
    const problem = findProblem(entry)
    return problem ? [`${entry.from} imports ${entry.to}: ${problem}`] : []
  })
}

function findImports({ path, text }: Source): Import[] {
  const pattern =
    /\b(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]/gm
  return [...codeOnly(text).matchAll(pattern)].map((match) => {
    const named = match[1] ?? match[2] ?? match[3] ?? ''
    return {
      from: path,
      to: named.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), named)) : named,
      isLate: match[2] !== undefined,
    }
  })
}

/** Build configuration is not part of a package. */
const isBuild = (path: string) => path.endsWith('vite.config.ts')

function findProblem({ from, to }: Import): string | undefined {
  if (isBuild(from)) return undefined
  const floor = getTopFolder(from)
  const allowed = floors[floor]
  if (!allowed) return undefined
  const target = to.startsWith('@mimic/engine') ? 'engine' : getTopFolder(to)
  if (['tests', 'bench', 'scripts'].includes(target)) {
    return isTest(from) && to.startsWith('tests/')
      ? undefined
      : 'nothing that ships imports tests, benchmarks or scripts; move the shared part into the room that owns it.'
  }
  if (target in floors && target !== floor && !allowed.includes(target)) return floorRemedies[floor]
  if (floor === 'engine') return engineProblem(from, to)
  return floor === 'console' ? consoleProblem(from, to) : undefined
}

function engineProblem(from: string, to: string): string | undefined {
  if (!to.startsWith('engine/')) {
    if (nodePackages.test(getPackageName(to)) && nodeRooms.some((room) => from.startsWith(room))) return undefined
    const room = roomPackages[getPackageName(to)]
    if (room)
      return isTest(from) || from.startsWith(room)
        ? undefined
        : `${getPackageName(to)} is loaded by ${room} only, when a drawing needs it.`
    return isTest(from) || enginePackages.has(getPackageName(to))
      ? undefined
      : `the engine depends on ${[...enginePackages].join(', ')} only; hand the rest in from outside.`
  }
  const [room, target] = [getRoom(from), getRoom(to)]
  if (to === brush || isTest(from)) return undefined
  const [own, other] = [engineRooms.indexOf(room), engineRooms.indexOf(target)]
  if (own < 0) return undefined
  if (other < 0 && target !== '') return "no file of a room imports the package's index; name the room."
  if (other > own || (room === 'running' && target === 'editing')) {
    return `${room} may import only rooms above it (${engineRooms.slice(0, own).join(', ')}); return a plan and let the lower room act on it.`
  }
  return room === 'components' ? componentProblem(from, to) : undefined
}

/** A component type imports the base definition and shared drawing parts, never another type or the catalog. */
function componentProblem(from: string, to: string): string | undefined {
  const folder = from.split('/')[2] ?? ''
  if (folder.endsWith('.ts') || !to.startsWith('engine/components/')) return undefined
  const target = to.split('/')[2] ?? ''
  const isOther = to.split('/').length > 3 && target !== folder && !sharedFolders.has(target)
  if (isOther || to.endsWith('/catalog.ts'))
    return 'a component type knows no other; move the shared drawing into engine/components/shapes.ts or fields.ts.'
  return undefined
}

function consoleProblem(from: string, to: string): string | undefined {
  if (to === '@pixi/react' && !from.startsWith(pixiReactRoom))
    return 'only console/stage uses @pixi/react; show its StageHost instead.'
  const [own, other] = [getRoom(from), getRoom(to)]
  if (!to.startsWith('console/') || own === other || own === 'app' || own === '' || other === '') return undefined
  if (consoleShared.has(other) || (other === 'testing' && isTest(from))) return undefined
  return 'screens never import each other, and no shared room imports a screen; move the common part to console/kit, console/fields or a store.'
}

const getTopFolder = (path: string): string => path.split('/')[0] ?? ''
/** Returns the second folder of a path, or '' for a file in a top-level folder. */
const getRoom = (path: string): string => {
  const parts = path.split('/')
  return parts.length > 2 ? (parts[1] ?? '') : ''
}
const getPackageName = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
