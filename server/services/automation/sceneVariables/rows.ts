import { sql } from 'kysely'
import type { ValueReason } from '../../../../contract/routes.ts'
import { valueReasons } from '../../../../contract/routes.ts'
import { formatTag, isPoint, parseTag, sceneDevice } from '../../../../contract/telemetry/index.ts'
import type { Db } from '../../../database/index.ts'
import type { Statistic } from './aggregate.ts'
import type { Cycle } from './periods.ts'

/** A scene variable as declared in its row. */
export interface Variable {
  readonly id: string
  readonly name: string
  readonly identifier: string
  readonly origin: 'input' | 'tag' | 'operation'
  readonly unit: string
  readonly kind: 'number' | 'text'
  readonly isStored: boolean
  readonly isWritable: boolean
  /** Default of an entered variable; empty for none. */
  readonly initial: string
  /** Tag of the value; null if it is missing or belongs to another project. */
  readonly tag: string | null
  readonly formula: string
  readonly cycle: Cycle
  readonly statistic: Statistic
  readonly revision: number
}

export interface Scene {
  readonly id: string
  readonly name: string
  readonly project: string
  readonly zone: string
  readonly isEnabled: boolean
  readonly device: string
  readonly variables: readonly Variable[]
}

/** Current value of a variable, persisted across restarts. */
export interface StoredValue {
  readonly tag: string
  readonly sceneName: string
  /** Revision of the row used for the computation. */
  readonly revision: number
  readonly from: number | null
  /** Null if never entered or computed. */
  readonly at: number | null
  readonly value: number | null
  readonly text: string | null
  readonly quality: number
  readonly reason: ValueReason | null
  readonly about: readonly string[]
  readonly enteredBy: string | null
}

/** True for variables published by the server. Measured variables are published by their device. */
export const isPublished = ({ origin, identifier }: Variable): boolean => origin !== 'tag' && isPoint(identifier)

/** Reads all scenes that have variables, or one scene. */
export async function readScenes(db: Db, sceneId?: string): Promise<readonly Scene[]> {
  const { rows } =
    await sql<SceneRow>`select s.id, s.name, s.project, s.status, p.time_zone as zone, v.id as variable, v.name as variable_name, v.identifier, v.origin, v.unit, v.value_type,
      v.storage, v.access, v.value, v.tag, v.formula, v.cycle, v.every_minutes, v.span, v.statistic, v.revision
    from scada_scene s join project p on p.id = s.project join scada_variable v on v.scene = s.id and v.project = s.project
    where ${sceneId === undefined ? sql`true` : sql`s.id = ${sceneId}`} order by s.id, v.name, v.id`.execute(db)
  const scenes = new Map<string, Scene & { readonly variables: Variable[] }>()
  for (const row of rows) {
    const scene = scenes.get(row.id) ?? {
      id: row.id,
      name: row.name ?? '',
      project: row.project,
      zone: row.zone ?? 'UTC',
      isEnabled: row.status === 'enabled',
      device: sceneDevice(row.id),
      variables: [],
    }
    scenes.set(row.id, scene)
    scene.variables.push(toVariable(row, scene))
  }
  return [...scenes.values()]
}

/** Values by variable id. */
export async function readStoredValues(db: Db, scene?: string): Promise<Map<string, StoredValue>> {
  const { rows } =
    await sql<StoredValueRow>`select variable, tag, scene_name, revision, from_at, at, value, text, quality, reason, about, entered_by from scene_value
    where ${scene === undefined ? sql`true` : sql`scene = ${scene}`}`.execute(db)
  return new Map(
    rows.map((row) => [
      row.variable,
      {
        tag: row.tag,
        sceneName: row.scene_name,
        revision: row.revision,
        from: row.from_at?.getTime() ?? null,
        at: row.at?.getTime() ?? null,
        value: row.value,
        text: row.text,
        quality: row.quality,
        reason: valueReasons.find((one) => one === row.reason) ?? null,
        about: row.about.split(' ').filter(Boolean),
        enteredBy: row.entered_by,
      },
    ]),
  )
}

/** Stores a value unless it changed since it was read at `beforeAt`; undefined skips this check. */
export async function writeStoredValue(
  db: Db,
  scene: Scene,
  variable: string,
  storedValue: StoredValue,
  beforeAt?: number | null,
): Promise<void> {
  const [from, at] = [storedValue.from, storedValue.at].map((moment) => (moment === null ? null : new Date(moment)))
  await sql`insert into scene_value (variable, scene, scene_name, project, device, tag, revision, from_at, at, value, text, quality, reason, about, entered_by)
    values (${variable}, ${scene.id}, ${scene.name}, ${scene.project}, ${scene.device}, ${storedValue.tag}, ${storedValue.revision}, ${from}, ${at}, ${storedValue.value}, ${storedValue.text}, ${storedValue.quality}, ${storedValue.reason},
      ${storedValue.about.join(' ')}, ${storedValue.enteredBy})
    on conflict (variable) do update set scene_name = excluded.scene_name, tag = excluded.tag, revision = excluded.revision, from_at = excluded.from_at, at = excluded.at, value = excluded.value,
      text = excluded.text, quality = excluded.quality, reason = excluded.reason, about = excluded.about, entered_by = excluded.entered_by
    where ${beforeAt === undefined ? sql`true` : sql`scene_value.at is not distinct from ${beforeAt === null ? null : new Date(beforeAt)}`}`.execute(
    db,
  )
}

interface SceneRow {
  readonly id: string
  readonly name: string | null
  readonly project: string
  readonly status: string
  readonly zone: string | null
  readonly variable: string
  readonly variable_name: string | null
  readonly identifier: string | null
  readonly origin: string
  readonly unit: string | null
  readonly value_type: string
  readonly storage: string
  readonly access: string
  readonly value: string | null
  readonly tag: string | null
  readonly formula: string | null
  readonly cycle: string | null
  readonly every_minutes: number | null
  readonly span: string | null
  readonly statistic: string | null
  readonly revision: number
}

interface StoredValueRow {
  readonly variable: string
  readonly tag: string
  readonly scene_name: string
  readonly revision: number
  readonly from_at: Date | null
  readonly at: Date | null
  readonly value: number | null
  readonly text: string | null
  readonly quality: number
  readonly reason: string | null
  readonly about: string
  readonly entered_by: string | null
}

const origins = ['input', 'tag', 'operation'] as const
const statistics = ['last', 'sum', 'mean', 'max', 'min', 'difference', 'integral'] as const
const spans = ['day', 'week', 'month'] as const

function toVariable(row: SceneRow, { project, device }: Pick<Scene, 'project' | 'device'>): Variable {
  const origin = origins.find((one) => one === row.origin) ?? 'input'
  const identifier = row.identifier ?? ''
  const variableTag = isPoint(identifier) ? formatTag({ project, device, point: identifier }) : null
  return {
    id: row.variable,
    name: row.variable_name ?? identifier,
    identifier,
    origin,
    unit: row.unit ?? '',
    kind: row.value_type === 'text' ? 'text' : 'number',
    isStored: row.storage === 'store',
    isWritable: origin === 'input' && row.access === 'rw',
    initial: row.value ?? '',
    tag: origin === 'tag' ? (parseTag(row.tag)?.project === project ? row.tag : null) : variableTag,
    formula: row.formula ?? '',
    cycle: parseCycle(row),
    statistic: statistics.find((one) => one === row.statistic) ?? 'last',
    revision: row.revision,
  }
}

function parseCycle({ cycle, span, every_minutes: minutes }: SceneRow): Cycle {
  if (cycle === 'custom') return { kind: spans.find((one) => one === span) ?? 'day' }
  return { kind: 'minutes', minutes: Math.max(1, Math.round(minutes ?? 5)) }
}
