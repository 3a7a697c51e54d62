import { describe, expect, it } from 'vitest'
import { catalog } from '../../engine/components/catalog.ts'
import { codeOnly, listFiles, isScript, isTest, getLine, listed } from './sources.ts'
import type { Source } from './sources.ts'

/**
 * Type names that are also ordinary drawing terms. They count only as the type of a component (`type: 'text'`, `.type
 * === 'line'`); the others count wherever they are quoted.
 */
const plainWords = new Set([
  'rect',
  'line',
  'text',
  'triangle',
  'switch',
  'data',
  'image',
  'button',
  'table',
  'map',
  'video',
  'symbol',
  'clock',
  'progress',
  'polygon',
  'dashed',
  'weather',
])
/** Folders about the plant, where every type name is an ordinary word such as "lamp". */
const plantRooms = [
  'server/',
  'contract/',
  'workers/',
  'console/app/',
  'console/home/',
  'console/stores/live/liveStates.ts',
]
/** Generates the sample drawings from named components. */
const samples = 'scripts/samples/'
/**
 * Files that may name types: their definitions, the brush with primitives of the same names, and migrations of older
 * files.
 */
const homes = ['engine/components/', 'engine/paint/', 'engine/document/migrate/migrateDefaultLimits.ts']
/** ECharts options, where series have a `type` too. */
const chartOptions = [
  'console/chart/',
  'console/lighting/PlanCurve.tsx',
  'console/lighting/TransitionPlan.tsx',
  'server/services/installation/demoScenes.ts',
]

describe('names of component types appear only in their folder and in the catalog', () => {
  it('holds in every file', () => {
    expect(listed(findings(listFiles((path) => isScript(path) && !isTest(path) && !path.startsWith(samples))))).toBe('')
  })

  it.each([
    ["if (component.type === 'tank') fill()"],
    ["switch (component.type) {\n  case 'gauge': turn()\n}"],
    ["const added = { type: 'rect', x: 0 }"],
    ["const special = ['circular', 'lamp']"],
    ["if ('line' === component.type) bend()"],
  ])('sees %s', (text) => {
    expect(findings([{ path: 'console/designer/A.tsx', text }])).not.toEqual([])
  })

  it('lets a lamp be a lamp where the plant is spoken of, but no component', () => {
    expect(findings([{ path: 'server/simulator/a.ts', text: "const points = ['lamp', 'dimming']" }])).toEqual([])
    expect(findings([{ path: 'server/simulator/a.ts', text: "if (component.type === 'lamp') light()" }])).toHaveLength(
      1,
    )
  })

  it('lets a word be a word', () => {
    expect(
      findings([
        { path: 'console/net/a.ts', text: "const mime = 'text/plain'\nconst kind = 'text'\n// a 'tank' in a comment" },
      ]),
    ).toEqual([])
  })
})

function findings(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => ![...homes, ...chartOptions].some((home) => path.startsWith(home)))
    .flatMap(({ path, text }) => {
      const code = codeOnly(text)
      return catalog.list.flatMap(({ type }) =>
        [...code.matchAll(createPattern(type, path))].map(
          (match) =>
            `${path}:${getLine(text, match.index)} names the component type '${type}': ask the catalog for what it can do ` +
            '(catalog.get(type).fields, palette, standIn) or add that ability to its definition.',
        ),
      )
    })
}

function createPattern(type: string, path: string): RegExp {
  const quoted = `['"\`]${type}['"\`]`
  if (!plainWords.has(type) && !plantRooms.some((room) => path.startsWith(room))) return new RegExp(quoted, 'g')
  return new RegExp(
    `\\btype['"]?\\s*(?::|===?|!==?)\\s*${quoted}|${quoted}\\s*(?:===?|!==?)\\s*[\\w.?]*\\btype\\b|\\bcatalog\\.get\\(${quoted}`,
    'g',
  )
}
