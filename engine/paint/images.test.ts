import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ImageStore } from './images.ts'
import type { PicturePainter } from './images.ts'

class FakeCanvas {
  readonly width: number
  constructor(width: number) {
    this.width = width
  }

  getContext(): null {
    return null
  }
}

class FakeBitmap {
  readonly width = 0
}

beforeAll(() => {
  vi.stubGlobal('OffscreenCanvas', FakeCanvas)
  vi.stubGlobal('ImageBitmap', FakeBitmap)
})
afterAll(() => vi.unstubAllGlobals())

const picture = { painter: 'chart', key: 'a', data: 1 } as const

/** A promise to be kept or broken by the test. */
function promised() {
  let [resolve, reject] = [() => {}, (_: Error) => {}]
  const promise = new Promise<void>((keep, fail) => { [resolve, reject] = [keep, fail] })
  return { promise, resolve: () => resolve(), reject: (error: Error) => reject(error) }
}

/** A store whose one painter answers as told. */
async function storeWith(paint: () => void | Promise<void>) {
  const onChange = vi.fn<() => void>()
  const painter: PicturePainter = { open: () => ({ canvas: new OffscreenCanvas(1, 1), paint, destroy: () => undefined }) }
  const store = new ImageStore({ chart: () => Promise.resolve(painter) }, onChange)
  const slot = store.picture(picture, 10, 10)
  const held = store.settle(null)
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
  store.paintSome(4)
  return { store, slot, held, onChange }
}

it('shows a picture again when what it waited for has come', async () => {
  const coming = promised()
  const { store, slot, onChange } = await storeWith(() => coming.promise)
  const before = store.sourceAt(slot)?.version ?? 0
  expect(before).toBeGreaterThan(0)
  coming.resolve()
  await coming.promise
  expect([store.sourceAt(slot)?.version, onChange.mock.calls.length]).toEqual([before + 1, 2])
})

it('shows a broken picture when it never comes, and nothing of one that is gone', async () => {
  const coming = promised()
  const { store, slot } = await storeWith(() => coming.promise)
  coming.reject(new Error('gone'))
  await vi.waitFor(() => expect(store.sourceAt(slot)?.source).toHaveProperty('width', 64))

  const late = promised()
  const dropped = await storeWith(() => late.promise)
  dropped.store.settle(dropped.held)
  late.resolve()
  await late.promise
  expect(dropped.onChange).toHaveBeenCalledTimes(1)
})

it('paints the same key at the same size once', async () => {
  const paint = vi.fn<() => void>()
  const { store, held } = await storeWith(paint)
  store.before = held
  store.picture(picture, 10, 10)
  store.settle(held)
  store.paintSome(4)
  expect(paint).toHaveBeenCalledTimes(1)
})
