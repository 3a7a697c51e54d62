import type { Component } from '@mimic/engine/document'
import { limits } from '../../contract/limits.ts'
import type { Curve, Tag } from '../../contract/routes.ts'
import type { DeviceRef } from '../../contract/telemetry/tags.ts'
import type { Client } from '../net/client.ts'
import { requestUnsaved, type UnsavedDrawing } from '../kit/form/unsavedPreview.ts'
import { CallFailure, ownFailure } from '../net/failure.ts'
import { type CommandChannel, createChannel } from '../stores/live/commandRun.ts'

/** Catalogue entries of points by path. */
export type Points = ReadonlyMap<string, Tag>

/** Displayed state of the drawing: saved, a stored revision, or the unsaved state of a designer page. */
export type Shown =
  | { readonly kind: 'saved' }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'revision'; readonly revision: number; readonly savedAt: number; readonly savedBy: string }

/** A drawing as returned by its source. */
interface ReadDrawing {
  readonly drawing: unknown
  readonly project: string
  readonly revision: number
  /** Format version of a drawing that the server understands and delivers only in part. */
  readonly newer?: number | null
  readonly shown?: Shown
  /** Shared pages: permission to send commands. Account permissions are checked separately. */
  readonly mayOperate?: boolean
  /** Adapts the appearance of components to this page. */
  readonly prepare?: (components: readonly Component[]) => readonly Component[]
}

/** Source of a running drawing and its data. Methods throw a CallFailure, or the abort reason. */
export interface RunSource {
  /** True without an account (share link or display); other drawings cannot be opened. */
  readonly isShared: boolean
  readonly commands: CommandChannel
  read(signal: AbortSignal): Promise<ReadDrawing>
  /** Returns the catalogue entries of a device's points. */
  getPoints(device: DeviceRef): Promise<Points>
  curves(tags: readonly string[], spanMs: number, signal: AbortSignal): Promise<readonly Curve[]>
}

const pageSize = 50

/** Source for signed-in users. */
export function ownSource(id: string, client: Client): RunSource {
  return {
    isShared: false,
    commands: createChannel(client),
    read: (signal) => client.call('drawing.read', { params: { id } }, { quiet: true, signal }),

    /** The catalogue offers only a text search with a limited length, so search for the device and compare exactly. */
    async getPoints({ project, device }) {
      const points = new Map<string, Tag>()
      for (let page = 1; page <= limits.list.maxPage; page++) {
        const { rows, total } = await client.call(
          'tag.list',
          { query: { project, search: `${device}/`, page, pageSize } },
          { quiet: true },
        )
        for (const row of rows) if (row.project === project && row.device === device) points.set(row.path, row)
        if (rows.length === 0 || page * pageSize >= total) break
      }
      return points
    },

    async curves(tags, spanMs, signal) {
      try {
        return await client.call(
          'history.read',
          { query: { tags: tags.join(','), spanMs, points: limits.history.points } },
          { quiet: true, signal },
        )
      } catch (thrown) {
        // No permission for the project: its curves stay empty, others are shown.
        if (thrown instanceof CallFailure && thrown.error === 'object.missing') return []
        throw thrown
      }
    },
  }
}

/** Source of a stored revision, for viewing. */
export function revisionSource(id: string, revision: number, client: Client): RunSource {
  return {
    ...ownSource(id, client),
    async read(signal) {
      const { drawing, project, savedAt, savedBy } = await client.call(
        'drawing.revision',
        { params: { id, revision } },
        { quiet: true, signal },
      )
      return { drawing, project, revision, shown: { kind: 'revision', revision, savedAt, savedBy } }
    },
  }
}

/**
 * Source of the unsaved drawing of the designer page `from`. A reload shows its newest state, or the last known one
 * after the designer was closed.
 */
export function unsavedSource(id: string, from: string, client: Client, storage: Storage = sessionStorage): RunSource {
  const key = `preview/${from}`
  return {
    ...ownSource(id, client),
    async read(signal) {
      const unsaved = await requestUnsaved(from, signal)
      if (unsaved) store(storage, key, unsaved)
      const { text, project } = unsaved ?? readStored(storage, key) ?? closed()
      const drawing: unknown = JSON.parse(text)
      return { drawing, project, revision: 0, shown: { kind: 'unsaved' } }
    },
  }
}

function closed(): never {
  throw ownFailure('preview.closed')
}

/** If it exceeds the storage quota it is not stored, and the preview ends with its designer. */
function store(storage: Storage, key: string, drawing: UnsavedDrawing): void {
  try {
    storage.setItem(key, JSON.stringify(drawing))
  } catch {
    storage.removeItem(key)
  }
}

function readStored(storage: Storage, key: string): UnsavedDrawing | null {
  const text = storage.getItem(key)
  return text === null ? null : (JSON.parse(text) as UnsavedDrawing)
}
