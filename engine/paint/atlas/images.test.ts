import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ImageStore } from './images.ts'
import type { PicturePainter } from './images.ts'

class FakeCanvas {
  readonly width: number
  readonly height: number
  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  getContext(): object | null {
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

/** A promise that the test resolves or rejects. */
function promised() {
  let [resolve, reject] = [() => {}, (_: Error) => {}]
  const promise = new Promise<void>((fulfil, fail) => {
    ;[resolve, reject] = [fulfil, fail]
  })
  return { promise, resolve: () => resolve(), reject: (error: Error) => reject(error) }
}

/** A store with one painter that uses the given function. */
async function storeWith(paint: () => void | Promise<void>) {
  const onChange = vi.fn<() => void>()
  const painter: PicturePainter = {
    open: () => ({ canvas: new OffscreenCanvas(1, 1), paint, destroy: () => undefined }),
  }
  const store = new ImageStore({ chart: () => Promise.resolve(painter) }, onChange)
  const slot = store.picture(picture, 10, 10)
  const slots = store.settle(null)
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
  store.paintSome(4)
  return { store, slot, held: slots, onChange }
}

it('redraws an image when its pending content is loaded', async () => {
  const pending = promised()
  const { store, slot, onChange } = await storeWith(() => pending.promise)
  const before = store.sourceAt(slot)?.version ?? 0
  expect(before).toBeGreaterThan(0)
  pending.resolve()
  await pending.promise
  expect([store.sourceAt(slot)?.version, onChange.mock.calls.length]).toEqual([before + 1, 2])
})

it('shows a broken image if loading fails, and ignores the result for a removed image', async () => {
  const pending = promised()
  const { store, slot } = await storeWith(() => pending.promise)
  pending.reject(new Error('gone'))
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
  const { store, held: slots } = await storeWith(paint)
  store.before = slots
  store.picture(picture, 10, 10)
  store.settle(slots)
  store.paintSome(4)
  expect(paint).toHaveBeenCalledTimes(1)
})

/** Replaces `Image` by a fake that loads or fails as the test sets. */
function stubImages(side: number) {
  const net = { isUp: true, requestCount: 0 }
  class FakeImage {
    readonly naturalWidth = side
    readonly naturalHeight = side / 2
    decode(): Promise<void> {
      net.requestCount += 1
      return net.isUp ? Promise.resolve() : Promise.reject(new Error('no network'))
    }
  }
  vi.stubGlobal('Image', FakeImage)
  return { net, FakeImage }
}

describe('a picture by address', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is asked for again until it comes', async () => {
    const { net, FakeImage } = stubImages(100)
    net.isUp = false
    const onChange = vi.fn<() => void>()
    const store = new ImageStore({ chart: () => Promise.reject(new Error('none')) }, onChange)
    const slot = store.url('/pump.png')
    store.settle(null)
    await store.whenSettled()
    expect(store.sourceAt(slot)?.source).toHaveProperty('width', 64)
    for (const [ms, requests] of [
      [1999, 1],
      [1, 2],
      [9999, 2],
      [1, 3],
      [60_000, 4],
      [60_000, 5],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms)
      expect(net.requestCount).toBe(requests)
    }
    expect(onChange).toHaveBeenCalledTimes(1)
    net.isUp = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.sourceAt(slot)?.source).toBeInstanceOf(FakeImage)
    expect([onChange.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0])
  })

  it('is not requested again after its last use ends', async () => {
    const { net } = stubImages(100)
    net.isUp = false
    const store = new ImageStore({ chart: () => Promise.reject(new Error('none')) }, () => undefined)
    store.url('/pump.png')
    const slots = store.settle(null)
    await store.whenSettled()
    store.settle(slots)
    await vi.advanceTimersByTimeAsync(600_000)
    expect([net.requestCount, vi.getTimerCount()]).toEqual([1, 0])
  })

  it('is drawn smaller when it is larger than a GPU may take', async () => {
    stubImages(10_000)
    const drawn = vi.fn<(...args: unknown[]) => void>()
    const canvas = vi.spyOn(FakeCanvas.prototype, 'getContext').mockReturnValue({ drawImage: drawn })
    const store = new ImageStore({ chart: () => Promise.reject(new Error('none')) }, () => undefined)
    const slot = store.url('/plan.png')
    await store.whenSettled()
    expect(store.sourceAt(slot)?.source).toMatchObject({ width: 4096, height: 2048 })
    expect(drawn.mock.calls[0]?.slice(1)).toEqual([0, 0, 4096, 2048])
    canvas.mockRestore()
  })
})
