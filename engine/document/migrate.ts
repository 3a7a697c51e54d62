import { withRenamedProps } from './renameProps.ts'
import type { Parsed } from '../schema/index.ts'

/** A drawing as a file holds it: parsed, within the limits, not yet checked. */
export type RawDrawing = Readonly<Record<string, unknown>>

export interface Migration {
  /** The version it takes; it gives the next one. */
  readonly from: number
  /** Why that version was left, for whoever reads an old file. */
  readonly reason: string
  /** Pure, and as distrustful as the reader: what it does not know it hands on, for the reader to judge. */
  step(drawing: RawDrawing): RawDrawing
}

/** One step for each version that was ever written. A step is never changed once it was released: files depend on it. */
export const migrations: readonly Migration[] = [
  {
    from: 1,
    reason: 'version 2 has extra properties and links to symbols; what version 1 has means the same',
    step: (drawing) => drawing,
  },
  {
    from: 2,
    reason: 'version 3 has one name each for the path into an answer and for how often it is asked for; charts had names of their own, which no other type ever had. '
      + 'Layers have a background’s name and a switch for dragging and zooming, symbols say which entry of a library they are of',
    step: (drawing) => withRenamedProps(drawing, { dataPath: 'path', refreshSeconds: 'everySeconds' }),
  },
]

/**
 * Brings the data of any version to the present one, before it is checked. A version that this program cannot know is
 * refused by name instead of by the hundred keys that it does not recognise.
 */
export function migrate(raw: RawDrawing, steps: readonly Migration[] = migrations): Parsed<RawDrawing> {
  const newest = steps.length + 1
  const { version } = raw
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return refused(`must be a whole number from 1 to ${newest}`)
  if (version > newest) return refused(`the drawing is of version ${version}; this program reads versions 1 to ${newest}`)
  let drawing = raw
  for (let at = version; at < newest; at++) drawing = { ...stepFrom(at, steps)(drawing), version: at + 1 }
  return { value: drawing }
}

function stepFrom(version: number, steps: readonly Migration[]): Migration['step'] {
  const migration = steps[version - 1]
  if (migration?.from !== version) throw new Error(`there is no migration from version ${version}`)
  return (drawing) => migration.step(drawing)
}

function refused(message: string): { problems: readonly [{ path: string; code: string; message: string }] } {
  return { problems: [{ path: 'version', code: 'drawing.version', message }] }
}
