import type { Picture } from './brush.ts'

/** A canvas that a picture painter keeps for one component's picture. Paints at once; throws when it cannot. */
export interface PictureCanvas {
  readonly canvas: HTMLCanvasElement | OffscreenCanvas
  /**
   * Width and height in drawing pixels, `scale` canvas pixels a drawing pixel. A promise says that something is still to
   * come (a map, a font): what is on the canvas is shown meanwhile, and shown again when the promise is kept.
   */
  paint(data: unknown, width: number, height: number, scale: number): void | Promise<void>
  destroy(): void
}

/** Makes canvases of one kind of picture. */
export interface PicturePainter {
  open(): PictureCanvas
}

/** The painters by name, each loaded when a drawing first needs it. */
export type PicturePainters = Readonly<Record<Picture['painter'], () => Promise<PicturePainter>>>

/** What one component holds of the store: slots of pictures by address, and of its own painted ones in order. */
export interface Held {
  readonly urls: readonly number[]
  readonly pictures: readonly number[]
}

interface Slot {
  users: number
  /** Address, or null for a painted picture. */
  readonly url: string | null
  source: TexImageSource | null
  /** Counts up with each new content; the renderer uploads when it lags behind. */
  version: number
  key: string
  wanted: { readonly picture: Picture; readonly width: number; readonly height: number } | null
  canvas: PictureCanvas | null
  texture: WebGLTexture | null
  uploaded: number
  /** The next try of a picture by address that did not come. */
  retry: ReturnType<typeof setTimeout> | undefined
}

/** Most canvas pixels along a side of a painted picture, and how much finer than the drawing it is painted. */
const mostPixels = 2048
const fineness = 2
/** Most pixels along a side of a picture by address: no GPU with WebGL2 in use takes less. */
const mostLoaded = 4096
/** Waits before a picture that did not come is asked for again; the last one from then on. */
const retryMs = [2000, 10_000, 60_000]

/**
 * The pictures on a stage: by address (loaded once, shared by all components that show it) and painted for one
 * component (kept as long as its data and size stay the same). The textures belong to the renderer.
 */
export class ImageStore {
  /** What the component being painted held before: its painted pictures are found there again. */
  before: Held | null = null
  /** Textures of freed slots, for the renderer to delete. */
  readonly dropped: WebGLTexture[] = []
  private readonly slots: (Slot | undefined)[] = []
  private readonly free: number[] = []
  private readonly byUrl = new Map<string, number>()
  private readonly painters: PicturePainters
  private readonly loaded = new Map<Picture['painter'], PicturePainter>()
  private readonly loading = new Set<Picture['painter']>()
  private readonly queue = new Set<number>()
  /** What is being loaded. */
  private readonly work = new Set<Promise<unknown>>()
  private urls: number[] = []
  private pictures: number[] = []
  private readonly onChange: () => void

  /** `onChange`: something can be drawn that could not be before. */
  constructor(painters: PicturePainters, onChange: () => void) {
    this.painters = painters
    this.onChange = onChange
  }

  /** Whether anything was asked for since the last `settle`. */
  get isAsked(): boolean {
    return this.urls.length > 0 || this.pictures.length > 0
  }

  /** The slot of a picture by its address; its loading begins with the first who asks. */
  url(address: string): number {
    const known = this.byUrl.get(address)
    const index = known ?? this.take(address)
    if (known === undefined) {
      this.byUrl.set(address, index)
      this.track(this.load(index, address))
    }
    this.slotOf(index).users += 1
    this.urls.push(index)
    return index
  }

  /** The slot of the next painted picture of the component; it is queued when its key or size is another one. */
  picture(picture: Picture, width: number, height: number): number {
    const index = this.before?.pictures[this.pictures.length] ?? this.take(null)
    this.pictures.push(index)
    const slot = this.slotOf(index)
    const key = `${picture.painter} ${Math.round(width)} ${Math.round(height)} ${picture.key}`
    if (slot.key === key) return index
    slot.key = key
    slot.wanted = { picture, width, height }
    this.queue.add(index)
    this.prepare(picture.painter)
    return index
  }

  /** Ends a component's asking: what it held and no longer asks for is given back. */
  settle(before: Held | null): Held | null {
    const held = this.isAsked ? { urls: this.urls, pictures: this.pictures } : null
    this.urls = []
    this.pictures = []
    for (const index of before?.urls ?? []) this.giveBack(index)
    for (const index of before?.pictures ?? []) if (!held?.pictures.includes(index)) this.drop(index)
    return held
  }

  /** Paints up to `most` waiting pictures whose painter is there; true when more wait for the next frame. */
  paintSome(most: number): boolean {
    let left = most
    for (const index of this.queue) {
      const slot = this.slots[index]
      const painter = slot?.wanted && this.loaded.get(slot.wanted.picture.painter)
      if (!slot || !painter) continue
      if (left-- === 0) return true
      this.queue.delete(index)
      this.paint(index, slot, painter)
    }
    return false
  }

  /** Resolves when every picture asked for has been loaded and painted, or has failed. */
  async settled(): Promise<void> {
    while (this.work.size > 0 || this.queue.size > 0) {
      this.paintSome(Number.POSITIVE_INFINITY)
      if (this.work.size === 0) return
      await Promise.allSettled(this.work)
    }
  }

  /** Asks for every painted picture again: its fonts have come. */
  repaint(): void {
    for (const [index, slot] of this.slots.entries()) if (slot?.wanted) this.queue.add(index)
    this.onChange()
  }

  /** What the renderer draws from; undefined while there is nothing. */
  sourceAt(index: number): Slot | undefined {
    const slot = this.slots[index]
    return slot?.source ? slot : undefined
  }

  /** Every texture there is, those to be deleted among them. */
  textures(): WebGLTexture[] {
    return [...this.dropped, ...this.slots.flatMap((slot) => slot?.texture ?? [])]
  }

  /** Forgets all textures: their context is gone. */
  contextLost(): void {
    this.dropped.length = 0
    for (const slot of this.slots) if (slot) slot.texture = null
  }

  clear(): void {
    this.urls = []
    this.pictures = []
    for (const index of this.slots.keys()) if (this.slots[index]) this.drop(index)
  }

  private track(work: Promise<unknown>): void {
    this.work.add(work)
    void work.finally(() => this.work.delete(work))
  }

  private slotOf(index: number): Slot {
    const slot = this.slots[index]
    if (!slot) throw new Error(`no picture ${index}`)
    return slot
  }

  private take(url: string | null): number {
    const index = this.free.pop() ?? this.slots.length
    this.slots[index] = { users: 0, url, source: null, version: 0, key: '', wanted: null, canvas: null, texture: null, uploaded: -1, retry: undefined }
    return index
  }

  private giveBack(index: number): void {
    const slot = this.slots[index]
    if (!slot) return
    slot.users -= 1
    if (slot.users === 0) this.drop(index)
  }

  private drop(index: number): void {
    const slot = this.slots[index]
    if (!slot) return
    if (slot.url !== null) this.byUrl.delete(slot.url)
    if (slot.texture) this.dropped.push(slot.texture)
    if (slot.source instanceof ImageBitmap) slot.source.close()
    slot.canvas?.destroy()
    clearTimeout(slot.retry)
    this.queue.delete(index)
    this.slots[index] = undefined
    this.free.push(index)
  }

  /** What does not come is shown as broken and asked for again for as long as it is used. */
  private async load(index: number, address: string, tries = 0): Promise<void> {
    const slot = this.slots[index]
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.src = address
    const isLoaded = await image.decode().then(() => true, () => false)
    if (!slot || this.slots[index] !== slot) return
    const isThere = isLoaded && image.naturalWidth > 0
    if (!isThere) slot.retry = setTimeout(() => void this.load(index, address, tries + 1), retryMs[Math.min(tries, retryMs.length - 1)])
    if (!isThere && tries > 0) return
    slot.source = isThere ? withinMost(image) : brokenPicture()
    slot.version += 1
    this.onChange()
  }

  /** A painter that cannot be loaded is asked for again with the next picture that needs it. */
  private prepare(name: Picture['painter']): void {
    if (this.loaded.has(name) || this.loading.has(name)) return
    this.loading.add(name)
    this.track(this.painters[name]().then((painter) => {
      this.loaded.set(name, painter)
    }, () => this.breakAll(name)).finally(() => {
      this.loading.delete(name)
      this.onChange()
    }))
  }

  private breakAll(name: Picture['painter']): void {
    for (const index of this.queue) {
      const slot = this.slots[index]
      if (slot?.wanted?.picture.painter !== name) continue
      slot.source = brokenPicture()
      slot.version += 1
      slot.key = ''
      this.queue.delete(index)
    }
  }

  private paint(index: number, slot: Slot, painter: PicturePainter): void {
    if (!slot.wanted) return
    const { picture, width, height } = slot.wanted
    const longest = Math.max(width, height)
    if (!(longest >= 1)) return
    try {
      slot.canvas ??= painter.open()
      const later = slot.canvas.paint(picture.data, Math.max(1, width), Math.max(1, height), Math.min(fineness, mostPixels / longest))
      slot.source = slot.canvas.canvas
      if (later) this.track(later.then(() => this.showAgain(index, slot), () => this.showAgain(index, slot, brokenPicture())))
    } catch {
      // One picture that cannot be painted must not stop the drawing; it says so in its own place.
      slot.source = brokenPicture()
    }
    slot.version += 1
  }

  /** What came late is on the canvas now, or never will be. */
  private showAgain(index: number, slot: Slot, instead?: OffscreenCanvas): void {
    if (this.slots[index] !== slot) return
    if (instead) slot.source = instead
    slot.version += 1
    this.onChange()
  }
}

/** The picture itself, or drawn smaller where a GPU might refuse it. */
function withinMost(image: HTMLImageElement): TexImageSource {
  const scale = mostLoaded / Math.max(image.naturalWidth, image.naturalHeight)
  if (scale >= 1) return image
  const canvas = new OffscreenCanvas(Math.max(1, Math.floor(image.naturalWidth * scale)), Math.max(1, Math.floor(image.naturalHeight * scale)))
  const context = canvas.getContext('2d')
  context?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return context ? canvas : image
}

/** The crossed box in place of a picture that did not come. */
function brokenPicture(): OffscreenCanvas {
  const canvas = new OffscreenCanvas(64, 64)
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.strokeStyle = '#8a6d7a'
  context.lineWidth = 2
  context.strokeRect(1, 1, 62, 62)
  context.beginPath()
  context.moveTo(1, 1)
  context.lineTo(63, 63)
  context.moveTo(63, 1)
  context.lineTo(1, 63)
  context.stroke()
  return canvas
}
