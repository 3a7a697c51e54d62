import { withDeviceStates } from './deviceStates.ts'
import { withRenamedProps } from './renameProps.ts'
import { migrateDefaultLimits } from './migrateDefaultLimits.ts'
import type { Parsed, Problem } from '../../schema/index.ts'

/** A parsed drawing file that is within the limits but not validated. */
export type RawDrawing = Readonly<Record<string, unknown>>

/** Conversion of a drawing file from one format version to the next. */
export interface Migration {
  /** Source version; the result has the next version. */
  readonly from: number
  /** Reason for the format change, as documentation of old files. */
  readonly reason: string
  /**
   * Must be pure and must accept untrusted data. Unknown content is passed on unchanged and validated by the reader.
   */
  step(drawing: RawDrawing): RawDrawing
}

/** One migration per released version. Released migrations must not be changed, because files depend on them. */
export const migrations: readonly Migration[] = [
  {
    from: 1,
    reason: 'version 2 has extra properties and links to symbols; what version 1 has means the same',
    step: (drawing) => drawing,
  },
  {
    from: 2,
    reason:
      'version 3 has one name each for the path into an answer and for how often it is asked for; charts had names of their own, which no other type ever had. ' +
      'Layers have a background’s name and a switch for dragging and zooming, symbols say which entry of a library they are of',
    step: (drawing) => withRenamedProps(drawing, { dataPath: 'path', refreshSeconds: 'everySeconds' }),
  },
  {
    from: 3,
    reason:
      'version 4 has the states of a device in lamps by the platform’s numbers; lamps had 0 to 3 of their own, of which 2 and 3 would say something else',
    step: withDeviceStates,
  },
  {
    from: 4,
    reason:
      'version 5 has copies that know what they are copies of, and bindings of hover prompts and shadows; what version 4 has means the same',
    step: (drawing) => drawing,
  },
  {
    from: 5,
    reason:
      'version 6 has lines whose corners are rounded or smooth; those of version 5 are joined straight, which is the default',
    step: (drawing) => drawing,
  },
  {
    from: 6,
    reason:
      'version 7 has bars whose limits, where nothing is said of them, lie beyond every scale; they were 0 and 100, and on another scale a bar was in alarm that nobody had asked for',
    step: migrateDefaultLimits,
  },
  {
    from: 7,
    reason:
      'version 8 has gradients of up to eight colours with places of their own, and pipes and liquid charts whose border is dashed or dotted; gradients of version 7 have two colours from end to end and are written as they were, its borders there are solid, which is the default',
    step: (drawing) => drawing,
  },
]

/**
 * Migrates a drawing of any version to the current one before validation. A newer version is rejected with a specific
 * problem.
 */
export function migrate(raw: RawDrawing, steps: readonly Migration[] = migrations): Parsed<RawDrawing> {
  const newest = steps.length + 1
  const { version } = raw
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return reject(`must be a whole number from 1 to ${newest}`)
  if (version > newest) return { problems: [newer(version, newest)] }
  let drawing = raw
  for (let at = version; at < newest; at++) drawing = { ...stepFrom(at, steps)(drawing), version: at + 1 }
  return { value: drawing }
}

function stepFrom(version: number, steps: readonly Migration[]): Migration['step'] {
  const migration = steps[version - 1]
  if (migration?.from !== version) throw new Error(`there is no migration from version ${version}`)
  return (drawing) => migration.step(drawing)
}

/** States which side is outdated: the file is intact and retrying does not help. */
function newer(version: number, newest: number): Problem {
  return {
    path: 'version',
    code: 'drawing.newer',
    message: `the drawing has version ${version}; this program reads versions 1 to ${newest}`,
    words: {
      en: `Saved by a newer version of Mimic: the drawing has version ${version}, this installation reads versions up to ${newest}. Upgrade this installation to open it. The drawing is not changed.`,
      zh: `该图纸由更新版本的 Mimic 保存：图纸版本为 ${version}，当前系统最高支持版本 ${newest}。请升级当前系统后再打开。图纸未作任何更改。`,
    },
  }
}

function reject(message: string): { problems: readonly [{ path: string; code: string; message: string }] } {
  return { problems: [{ path: 'version', code: 'drawing.version', message }] }
}
