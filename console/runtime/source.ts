import type { Component } from '@mimic/engine/document'
import { limits } from '../../contract/limits.ts'
import type { Curve, Tag } from '../../contract/routes.ts'
import type { DeviceRef } from '../../contract/telemetry/tags.ts'
import type { Client } from '../net/client.ts'
import { requestUnsaved, type UnsavedDrawing } from '../kit/unsavedPreview.ts'
import { CallFailure, ownFailure } from '../net/failure.ts'
import { type CommandChannel, ownChannel } from '../stores/commandRun.ts'

/** Points of the catalogue by their path. */
export type Points = ReadonlyMap<string, Tag>

/** What of the drawing is shown: what is saved now, a stored revision, or what a designer's page has not saved. */
export type Shown =
  | { readonly kind: 'saved' }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'revision'; readonly revision: number; readonly savedAt: number; readonly savedBy: string }

/** A drawing as its source sends it. */
interface ReadDrawing {
  readonly drawing: unknown
  readonly project: string
  readonly revision: number
  /** The version of a drawing of which the server knew, and sent, only a part. */
  readonly newer?: number | null
  readonly shown?: Shown
  /** Of a shared page, whether it may send commands. An account's rights are checked apart. */
  readonly mayOperate?: boolean
  /** Changes how components look on this page. */
  readonly prepare?: (components: readonly Component[]) => readonly Component[]
}

/** Where a running drawing and what it needs come from. Each throws a CallFailure, or the abort's reason. */
export interface RunSource {
  /** By a link or a display, without an account: no other drawing is there to open. */
  readonly isShared: boolean
  readonly commands: CommandChannel
  read(signal: AbortSignal): Promise<ReadDrawing>
  /** What the catalogue says of the points of a device. */
  pointsOf(device: DeviceRef): Promise<Points>
  curves(tags: readonly string[], spanMs: number, signal: AbortSignal): Promise<readonly Curve[]>
}

const pageSize = 50

/** A drawing of the server for who is signed in. */
export function ownSource(id: string, client: Client): RunSource {
  return {
    isShared: false,
    commands: ownChannel(client),
    read: (signal) => client.call('drawing.read', { params: { id } }, { quiet: true, signal }),

    /** The catalogue only searches, and in less than a path may be long: the device is searched for and compared exactly. */
    async pointsOf({ project, device }) {
      const points = new Map<string, Tag>()
      for (let page = 1; page <= limits.list.lastPage; page++) {
        const { rows, total } = await client.call('tag.list', { query: { project, search: `${device}/`, page, pageSize } }, { quiet: true })
        for (const row of rows) if (row.project === project && row.device === device) points.set(row.path, row)
        if (rows.length === 0 || page * pageSize >= total) break
      }
      return points
    },

    async curves(tags, spanMs, signal) {
      try {
        return await client.call('history.read', { query: { tags: tags.join(','), spanMs, points: limits.history.points } }, { quiet: true, signal })
      } catch (thrown) {
        // Of a project that this person may not see: its curves are empty, the others are shown.
        if (thrown instanceof CallFailure && thrown.error === 'object.missing') return []
        throw thrown
      }
    },
  }
}

/** A stored revision, to be looked at. */
export function revisionSource(id: string, revision: number, client: Client): RunSource {
  return {
    ...ownSource(id, client),
    async read(signal) {
      const { drawing, project, savedAt, savedBy } = await client.call('drawing.revision', { params: { id, revision } }, { quiet: true, signal })
      return { drawing, project, revision, shown: { kind: 'revision', revision, savedAt, savedBy } }
    },
  }
}

/** What the designer's page `from` has not saved. A page that is loaded again shows the newest; once the designer is closed, what it showed last. */
export function unsavedSource(id: string, from: string, client: Client, storage: Storage = sessionStorage): RunSource {
  const key = `preview/${from}`
  return {
    ...ownSource(id, client),
    async read(signal) {
      const given = await requestUnsaved(from, signal)
      if (given) keep(storage, key, given)
      const { text, project } = given ?? kept(storage, key) ?? closed()
      const drawing: unknown = JSON.parse(text)
      return { drawing, project, revision: 0, shown: { kind: 'unsaved' } }
    },
  }
}

function closed(): never {
  throw ownFailure('preview.closed')
}

/** What does not fit is not kept: such a preview ends with its designer. */
function keep(storage: Storage, key: string, drawing: UnsavedDrawing): void {
  try {
    storage.setItem(key, JSON.stringify(drawing))
  } catch {
    storage.removeItem(key)
  }
}

function kept(storage: Storage, key: string): UnsavedDrawing | null {
  const text = storage.getItem(key)
  return text === null ? null : JSON.parse(text) as UnsavedDrawing
}
