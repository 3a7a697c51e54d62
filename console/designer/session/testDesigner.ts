import { newDrawing, type Drawing } from '@mimic/engine/document'
import { expect } from 'vitest'
import type { SavedDrawing } from '../../../contract/routes.ts'
import { fakeClient, fakeServer, good, type Answer, type Request } from '../../testing/fakes.ts'
import { DesignerStore } from './designerStore.ts'
import { combineDrafts, type DraftStorage, type Head, type NewDraft, type Step, toSymbolKey } from './drafts.ts'
import type { SavedSteps } from './savedSteps.ts'

/** Opens a designer on a drawing of a mocked server. Pass the same state again to simulate a later visit. */
export async function opened({
  server = { revision: 1, isDown: false, drawing: newDrawing('Pumps'), copies: [] },
  storage = createMemoryStorage(),
  hasNoStorage = false,
  owners = ['ann'],
  onRefused = () => undefined,
}: DesignerFixture = {}) {
  const { fetch } = fakeServer((request) => createResponse(server, request))
  const store = new DesignerStore('d1', {
    client: fakeClient(fetch),
    owners,
    openStorage: () => (hasNoStorage ? Promise.reject(new Error('refused')) : Promise.resolve(storage)),
    onDraftRefused: onRefused,
  })
  await store.open()
  return { store, server, storage }
}

/** Adds a rectangle. */
export function place(store: DesignerStore): void {
  expect(store.session?.run('add', { type: 'rect', x: 10, y: 10 })).toEqual([])
}

/** Stores copies like a browser, so that records lose their identity. */
export function createMemoryStorage(): DraftStorage {
  const heads = new Map<string, Head>()
  const steps = new Map<string, Step[]>()
  const saved = new Map<string, SavedSteps>()
  return {
    async begin({ drawing, ...draft }: NewDraft) {
      heads.set(draft.key, structuredClone({ ...draft, owner: `${draft.account}/${draft.drawingId}`, base: drawing }))
      steps.set(draft.key, [])
    },
    async append(step) {
      steps.get(step.key)?.push(structuredClone(step))
      return heads.has(step.key)
    },
    async remove(key) {
      heads.delete(key)
      heads.delete(toSymbolKey(key))
    },
    async of(account, drawingId) {
      return combineDrafts(
        [...heads.values()].filter((head) => head.owner === `${account}/${drawingId}`),
        (key) => steps.get(key) ?? [],
      )
    },
    async keepSteps(kept) {
      saved.set(`${kept.account}/${kept.drawingId}`, structuredClone(kept))
    },
    async savedSteps(account, drawingId) {
      return saved.get(`${account}/${drawingId}`) ?? null
    },
    close: () => undefined,
  }
}

/** Storage that rejects every write. */
export function createBrokenStorage(): DraftStorage {
  const refuse = () => Promise.reject(new Error('quota'))
  return {
    begin: refuse,
    append: refuse,
    remove: refuse,
    of: () => Promise.resolve([]),
    keepSteps: refuse,
    savedSteps: refuse,
    close: () => undefined,
  }
}

interface DesignerFixture {
  readonly server?: FakeDrawings
  readonly storage?: DraftStorage
  /** The browser does not allow storage. */
  readonly hasNoStorage?: boolean
  readonly owners?: readonly string[]
  readonly onRefused?: () => void
}

interface FakeDrawings {
  revision: number
  isDown: boolean
  drawing: Drawing
  readonly copies: Drawing[]
  /** Warnings returned by every save. */
  readonly warnings?: SavedDrawing['warnings']
}

function createResponse(server: FakeDrawings, { method, headers, body }: Request): Answer {
  if (server.isDown) throw new TypeError('no network')
  const summary = {
    id: 'd1',
    project: 'street',
    name: server.drawing.name,
    components: 0,
    width: 1600,
    height: 900,
    updatedAt: 1000,
    updatedBy: 'other',
    description: '',
    cover: null,
    floor: null,
    isPublic: true,
  }
  if (method === 'GET') return good({ ...summary, drawing: server.drawing, revision: server.revision })
  const { drawing } = body as { drawing: Drawing }
  if (method === 'POST') {
    server.copies.push(drawing)
    return good({ ...summary, id: 'copy', revision: 1, warnings: [] })
  }
  if (headers.get('if-match') !== `"${server.revision}"`) {
    return {
      status: 412,
      body: {
        code: 412,
        msg: '',
        error: 'drawing.conflict',
        detail: { revision: server.revision, updatedBy: 'other', updatedAt: 1000 },
      },
    }
  }
  server.drawing = drawing
  server.revision += 1
  return good({ ...summary, revision: server.revision, warnings: server.warnings ?? [] })
}
