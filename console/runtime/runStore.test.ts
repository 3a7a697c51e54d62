import { drawingVersion, newDrawing } from '@mimic/engine/document'
import { describe, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { fakeClient, fakeServer, fakeStorage, good } from '../testing/fakes.ts'
import { RunStore } from './runStore.ts'
import { offerUnsaved } from '../kit/form/unsavedPreview.ts'
import { ownSource, revisionSource, unsavedSource } from './source.ts'

describe('catalogue data of a tag', () => {
  it('is found exactly, among others that contain its name and past the first page', async () => {
    const { store, requests } = withTags(
      ...Array.from({ length: 60 }, (_, i) => `street/pole-1/a${i}`),
      'street/pole-1/power',
      'street/big-pole-1/power',
    )
    expect(await store.tag('street/pole-1/power')).toMatchObject({ path: 'street/pole-1/power' })
    expect(await store.tag('street/pole-1/pow')).toBeUndefined()
    expect(requests.length).toBe(2)
  })

  it('is found for a path longer than a search may be', async () => {
    const path = `${'p'.repeat(63)}/${'d'.repeat(63)}/${'v'.repeat(63)}`
    const { store, requests } = withTags(path)
    expect(await store.tag(path)).toMatchObject({ path })
    expect(
      requests.every(({ url }) => (new URL(url).searchParams.get('search') ?? '').length <= limits.list.searchLength),
    ).toBe(true)
  })

  it('is requested again after a failure, and never for an invalid tag', async () => {
    const { store, requests } = withTags('street/pole-1/power')
    requests.isDown = true
    expect(await store.tag('street/pole-1/power')).toBeUndefined()
    requests.isDown = false
    expect(await store.tag('street/pole-1/power')).toMatchObject({ unit: 'W' })
    const before = requests.length
    expect(await store.tag('power')).toBeUndefined()
    expect(requests.length).toBe(before)
  })
})

it.each([
  [
    'a newer program saved so that nothing of it can be read needs an update, which asking again is not',
    { version: drawingVersion + 1, components: 'woven' },
    true,
    /Upgrade this installation/,
  ],
  ['is broken may be mended on the server and asked for again', { layer: 7 }, false, /not a valid drawing/],
])('a drawing that %s', async (_, part, isFinal, message) => {
  const store = await openDrawing({ ...newDrawing('Pumps'), ...part })
  expect(store.failure).toMatchObject({ isFinal, words: { en: expect.stringMatching(message) } })
})

it('shows the known parts of a drawing saved by a newer version, with that version number', async () => {
  const rect = { id: 'a', type: 'rect', x: 0, y: 0, width: 9, height: 9, glow: 1 }
  const store = await openDrawing({ ...newDrawing('Pumps'), version: drawingVersion + 1, components: [rect] })
  expect([store.failure, store.opened?.newer, store.opened?.document.components.size]).toEqual([
    null,
    drawingVersion + 1,
    1,
  ])
  expect((await openDrawing(newDrawing('Pumps'))).opened?.newer).toBeNull()
})

it('takes the server at its word that a newer program saved the drawing', async () => {
  const problems = [
    {
      path: 'drawing.version',
      code: 'drawing.newer',
      message: 'the drawing is of version 9',
      words: { en: 'Version 9 is newer than 8', zh: '版本 9 高于 8' },
    },
  ]
  const { fetch } = fakeServer(() => ({
    status: 400,
    body: { code: 601, msg: '', error: 'drawing.invalid', problems },
  }))
  const store = new RunStore('d1', ownSource('d1', fakeClient(fetch)))
  await store.open()
  expect(store.failure).toMatchObject({ isFinal: true, words: problems[0]?.words })
})

async function openDrawing(drawing: unknown): Promise<RunStore> {
  const { fetch } = fakeServer(() =>
    good({
      id: 'd1',
      project: 'street',
      name: 'Pumps',
      components: 0,
      width: 1600,
      height: 900,
      updatedAt: 1000,
      updatedBy: 'ann',
      description: '',
      cover: null,
      floor: null,
      isPublic: true,
      revision: 1,
      drawing,
    }),
  )
  const store = new RunStore('d1', ownSource('d1', fakeClient(fetch)))
  await store.open()
  return store
}

function withTags(...paths: readonly string[]) {
  const tags = paths.toSorted().map((path) => {
    const [project, device, point] = path.split('/')
    return {
      path,
      project,
      device,
      point,
      unit: 'W',
      kind: 'number',
      min: null,
      max: null,
      writable: false,
      words: { en: point, zh: point },
    }
  })
  const server = fakeServer(({ url }) => {
    if (requests.isDown) throw new TypeError('no network')
    const query = new URL(url).searchParams
    const found = tags.filter(
      (tag) => tag.project === query.get('project') && tag.path.includes(query.get('search') ?? ''),
    )
    const size = Number(query.get('pageSize'))
    const from = (Number(query.get('page')) - 1) * size
    return good({ rows: found.slice(from, from + size), total: found.length })
  })
  const requests = Object.assign(server.requests, { isDown: false })
  return { store: new RunStore('d1', ownSource('d1', fakeClient(server.fetch))), requests }
}

it(
  'shows the unsaved drawing of the designer, the newest after a reload, and the last one after the designer is closed',
  { tags: 'full' },
  async () => {
    const { fetch, requests } = fakeServer(() => good({}))
    const storage = fakeStorage()
    let name = 'First'
    const stop = offerUnsaved('page', () => ({ text: JSON.stringify(newDrawing(name)), project: 'street' }))
    const open = async (from = 'page') => {
      const store = new RunStore('d1', unsavedSource('d1', from, fakeClient(fetch), storage))
      await store.open()
      return store
    }
    expect((await open()).opened).toMatchObject({
      document: { name: 'First' },
      project: 'street',
      shown: { kind: 'unsaved' },
    })
    name = 'Second'
    expect((await open()).opened?.document.name).toBe('Second')
    stop()
    expect((await open()).opened?.document.name).toBe('Second')
    const other = await open('another')
    expect([other.opened, other.failure?.place, requests.length]).toEqual([null, 'preview.closed', 0])
  },
)

it('shows a stored revision with the user that saved it', async () => {
  const { fetch, requests } = fakeServer(() =>
    good({
      revision: 3,
      name: 'Old',
      components: 0,
      width: 1,
      height: 1,
      bytes: 1,
      savedAt: 7,
      savedBy: 'ann',
      note: '',
      restoredFrom: null,
      project: 'street',
      drawing: newDrawing('Old'),
    }),
  )
  const store = new RunStore('d1', revisionSource('d1', 3, fakeClient(fetch)))
  await store.open()
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/api/drawings/d1/revisions/3'])
  expect(store.opened).toMatchObject({
    document: { name: 'Old' },
    shown: { kind: 'revision', revision: 3, savedAt: 7, savedBy: 'ann' },
  })
})
