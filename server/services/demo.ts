import { parse } from '@mimic/engine/schema'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '../database/index.ts'
import type { Log } from '../log.ts'
import { defaultSeed, defaultTags, plantProjects, plantTags } from '../simulator/index.ts'
import type { Drawings } from './drawings.ts'
import { installPlant, installSamples, readSetting, writeSetting } from './install.ts'

/** The virtual plant of this installation. */
export interface Demo {
  readonly tags: number
  readonly seed: number
}

export interface DemoOptions {
  readonly db: Db
  readonly drawings: Drawings
  readonly log: Log
  /** Undefined: as at the last start; at the first, yes. */
  readonly wanted: boolean | undefined
  readonly tags: number | undefined
  readonly seed: number | undefined
  readonly samplesDir: string
}

const demoSchema = z.object({ tags: z.number(), seed: z.number() })
const projects: Readonly<Record<(typeof plantProjects)[number], { readonly name: string; readonly edition: string }>> = {
  street: { name: 'Street', edition: 'street' }, tunnel: { name: 'Tunnel', edition: 'tunnel' }, factory: { name: 'Factory', edition: 'industry' },
}

/** Decides whether this installation has the virtual plant, remembers it for the next start, and puts its tags and sample drawings in place. */
export async function installDemo({ db, drawings, log, wanted, samplesDir, ...given }: DemoOptions): Promise<Demo | undefined> {
  const remembered = await readSetting(db, 'demo')
  const before = read(remembered)
  const isOn = wanted ?? (remembered === undefined || before !== undefined)
  const demo = isOn ? { tags: given.tags ?? before?.tags ?? defaultTags, seed: given.seed ?? before?.seed ?? defaultSeed } : undefined
  const setting = demo ? JSON.stringify(demo) : 'off'
  if (demo && setting !== remembered) {
    await installPlant(db, plantProjects.map((id) => ({ id, ...projects[id] })), plantTags(demo))
  }
  if (demo) await installNewSamples(db, drawings, log, samplesDir)
  if (setting !== remembered) await writeSetting(db, 'demo', setting)
  return demo
}

/** Each sample once: one that people changed or removed is not put back. */
async function installNewSamples(db: Db, drawings: Drawings, log: Log, directory: string): Promise<void> {
  const known = (await readSetting(db, 'samples'))?.split(' ') ?? []
  const installed = await installSamples(drawings, directory, new Set(known), (file, cause) => log.error('a sample drawing was not installed', { file, cause }))
  if (installed.length === 0) return
  // Each project of the plant shows something to begin with; whether it goes on to is for people.
  if (known.length === 0) await sql`update project set drawing = (select min(id) from drawing where drawing.project = project.id) where drawing is null and id = any(${plantProjects}::text[])`.execute(db)
  await writeSetting(db, 'samples', [...known, ...installed].join(' '))
}

function read(setting: string | undefined): Demo | undefined {
  if (setting === undefined || setting === 'off') return undefined
  return parse(demoSchema, JSON.parse(setting)).value
}
