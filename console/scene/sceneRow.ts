import type { Row } from '../../contract/entity/define.ts'
import type { StoredFile } from '../../contract/entity/field.ts'

/** Typed fields of a scene row. */
export interface SceneFacts {
  readonly id: string
  readonly name: string
  readonly project: string
  readonly institution: string
  readonly description: string
  /** Empty if no drawing is bound. */
  readonly drawing: string
  readonly devices: readonly string[]
  readonly cameras: readonly string[]
  readonly picture: StoredFile | undefined
}

export function toScene(row: Row): SceneFacts {
  const { name, institution, description, drawing, devices, cameras, picture }: Readonly<Record<string, unknown>> = {
    ...row,
  }
  return {
    id: row.id,
    name: toText(name) || row.id,
    project: row.project ?? '',
    institution: toText(institution),
    description: toText(description),
    drawing: toText(drawing),
    devices: toIds(devices),
    cameras: toIds(cameras),
    picture: Array.isArray(picture) ? picture.find(isFile) : undefined,
  }
}

export const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
const toIds = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one: unknown): one is string => typeof one === 'string') : []
const isFile = (one: unknown): one is StoredFile =>
  typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string'
