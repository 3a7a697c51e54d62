import { parse } from '@mimic/engine/schema'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { defaultSeed, defaultTags, deviceKinds, plantProjects, plantTags } from '../../simulator/index.ts'
import { type DemoLanguage, loadDemoWords, resolveLanguage } from './demoTexts.ts'
import type { Drawings } from '../drawings/index.ts'
import { installPlant, installSamples, readSetting, writeSetting } from './install.ts'

/** The virtual plant of this installation. */
export interface Demo {
  /** Language chosen when the plant was created. */
  readonly language: DemoLanguage
  readonly tags: number
  readonly seed: number
}

export interface DemoOptions {
  readonly db: Db
  readonly drawings: Drawings
  readonly log: Log
  /** Undefined: as at the last start, and enabled at the first. */
  readonly isEnabled: boolean | undefined
  readonly tags: number | undefined
  readonly seed: number | undefined
  /** Language for a new plant. */
  readonly language: DemoLanguage
  readonly samplesDir: string
}

const demoSchema = z.object({ tags: z.number(), seed: z.number() })
const projects: Readonly<Record<(typeof plantProjects)[number], { readonly name: string; readonly edition: string }>> =
  {
    street: { name: 'Street', edition: 'street' },
    tunnel: { name: 'Tunnel', edition: 'tunnel' },
    factory: { name: 'Factory', edition: 'industry' },
  }

/**
 * Decides whether this installation has the virtual plant, stores that for the next start, and installs its tags and
 * sample drawings.
 */
export async function installDemo({
  db,
  drawings,
  log,
  isEnabled,
  samplesDir,
  ...overrides
}: DemoOptions): Promise<Demo | undefined> {
  const storedSetting = await readSetting(db, 'demo')
  const before = parseSetting(storedSetting)
  const isOn = isEnabled ?? (storedSetting === undefined || before !== undefined)
  const size = isOn
    ? { tags: overrides.tags ?? before?.tags ?? defaultTags, seed: overrides.seed ?? before?.seed ?? defaultSeed }
    : undefined
  // Includes the device kinds, so that a plant with new kinds gets their tags.
  const setting = size ? JSON.stringify({ ...size, kinds: deviceKinds }) : 'off'
  const language = size && (await resolveLanguage(db, overrides.language, before !== undefined))
  if (size && language) {
    const { translateDrawing } = await loadDemoWords(samplesDir, language)
    if (setting !== storedSetting)
      await installPlant(
        db,
        plantProjects.map((id) => ({ id, ...projects[id], name: translateDrawing(projects[id].name) })),
        plantTags(size),
      )
    await installNewSamples(db, drawings, log, samplesDir, translateDrawing)
  }
  if (setting !== storedSetting) await writeSetting(db, 'demo', setting)
  return size && language && { ...size, language }
}

/** Installs each sample once. Changed or removed samples are not restored. */
async function installNewSamples(
  db: Db,
  drawings: Drawings,
  log: Log,
  directory: string,
  translate: (text: string) => string,
): Promise<void> {
  const installedNames = (await readSetting(db, 'samples'))?.split(' ') ?? []
  const installed = await installSamples(drawings, directory, new Set(installedNames), translate, (file, cause) =>
    log.error('could not install a sample drawing', { file, cause }),
  )
  if (installed.length === 0) return
  // Give each project an initial drawing.
  if (installedNames.length === 0)
    await sql`update project set drawing = (select min(id) from drawing where drawing.project = project.id) where drawing is null and id = any(${plantProjects}::text[])`.execute(
      db,
    )
  await writeSetting(db, 'samples', [...installedNames, ...installed].join(' '))
}

function parseSetting(setting: string | undefined): { readonly tags: number; readonly seed: number } | undefined {
  if (setting === undefined || setting === 'off') return undefined
  return parse(demoSchema, JSON.parse(setting)).value
}
