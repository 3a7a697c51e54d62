import type { Picture } from '../brush/brush.ts'

/** Canvas of a picture painter for the picture of one component. */
export interface PictureCanvas {
  readonly canvas: HTMLCanvasElement | OffscreenCanvas
  /**
   * Paints synchronously; throws on failure. `width` and `height` are drawing pixels, `scale` is canvas pixels per
   * drawing pixel. If a map or font is still loading, returns a promise: the canvas is shown as it is and again when
   * the promise settles.
   */
  paint(data: unknown, width: number, height: number, scale: number): void | Promise<void>
  destroy(): void
}

/** Creates canvases for one kind of picture. */
export interface PicturePainter {
  open(): PictureCanvas
}

/** Painters by name, each loaded on first use. */
export type PicturePainters = Readonly<Record<Picture['painter'], () => Promise<PicturePainter>>>

/** Slots that one component uses: pictures by URL, and painted pictures in drawing order. */
export interface PictureSlots {
  readonly urls: readonly number[]
  readonly pictures: readonly number[]
}

interface Slot {
  users: number
  /** URL, or null for a painted picture. */
  readonly url: string | null
  source: TexImageSource | null
  /** Incremented with each new content; the renderer uploads the picture if it differs from `uploaded`. */
  version: number
  key: string
  request: { readonly picture: Picture; readonly width: number; readonly height: number } | null
  canvas: PictureCanvas | null
  texture: WebGLTexture | null
  uploaded: number
  /** Timer of the next attempt to load a picture that failed. */
  retry: ReturnType<typeof setTimeout> | undefined
}

/** Maximum side of a painted picture in canvas pixels; `fineness` is its resolution relative to the drawing. */
const maxPaintedPixels = 2048
const fineness = 2
/** Maximum side in pixels of a picture loaded by URL. Every GPU with WebGL2 in use supports this size. */
const maxLoadedPixels = 4096
/** Delays in milliseconds before a failed picture is loaded again; the last one repeats. */
const retryMs = [2000, 10_000, 60_000]

/**
 * The pictures of a stage: pictures by URL, loaded once and shared by all components that show them, and pictures
 * painted for one component, kept while data and size stay the same. The renderer owns the textures.
 */
export class ImageStore {
  /** Slots that the component being painted used before; its painted pictures are reused. */
  before: PictureSlots | null = null
  /** Textures of freed slots; the renderer deletes them. */
  readonly dropped: WebGLTexture[] = []
  private readonly slots: (Slot | undefined)[] = []
  private readonly free: number[] = []
  private readonly byUrl = new Map<string, number>()
  private readonly painters: PicturePainters
  private readonly loaded = new Map<Picture['painter'], PicturePainter>()
  private readonly loading = new Set<Picture['painter']>()
  private readonly queue = new Set<number>()
  /** Pending loads. */
  private readonly work = new Set<Promise<unknown>>()
  private urls: number[] = []
  private pictures: number[] = []
  private readonly onChange: () => void

  /** `onChange` is called when another picture can be drawn. */
  constructor(painters: PicturePainters, onChange: () => void) {
    this.painters = painters
    this.onChange = onChange
  }

  /** Whether a picture was requested since the last `settle`. */
  get hasRequests(): boolean {
    return this.urls.length > 0 || this.pictures.length > 0
  }

  /** Returns the slot of a picture by URL. The first request starts loading it. */
  url(address: string): number {
    const existing = this.byUrl.get(address)
    const index = existing ?? this.allocate(address)
    if (existing === undefined) {
      this.byUrl.set(address, index)
      this.track(this.load(index, address))
    }
    this.getSlot(index).users += 1
    this.urls.push(index)
    return index
  }

  /**
   * Returns the slot of the component's next painted picture and queues it for painting if its key or size has changed.
   */
  picture(picture: Picture, width: number, height: number): number {
    const index = this.before?.pictures[this.pictures.length] ?? this.allocate(null)
    this.pictures.push(index)
    const slot = this.getSlot(index)
    const key = `${picture.painter} ${Math.round(width)} ${Math.round(height)} ${picture.key}`
    if (slot.key === key) return index
    slot.key = key
    slot.request = { picture, width, height }
    this.queue.add(index)
    this.prepare(picture.painter)
    return index
  }

  /**
   * Ends the requests of a component and releases the slots that it no longer uses. Returns the slots in use, or null.
   */
  settle(before: PictureSlots | null): PictureSlots | null {
    const used = this.hasRequests ? { urls: this.urls, pictures: this.pictures } : null
    this.urls = []
    this.pictures = []
    for (const index of before?.urls ?? []) this.release(index)
    for (const index of before?.pictures ?? []) if (!used?.pictures.includes(index)) this.drop(index)
    return used
  }

  /** Paints up to `most` queued pictures whose painter is loaded. Returns true if more are ready for the next frame. */
  paintSome(maxCount: number): boolean {
    let left = maxCount
    for (const index of this.queue) {
      const slot = this.slots[index]
      const painter = slot?.request && this.loaded.get(slot.request.picture.painter)
      if (!slot || !painter) continue
      if (left-- === 0) return true
      this.queue.delete(index)
      this.paint(index, slot, painter)
    }
    return false
  }

  /** Resolves when every requested picture has been loaded and painted, or has failed. */
  async whenSettled(): Promise<void> {
    while (this.work.size > 0 || this.queue.size > 0) {
      this.paintSome(Number.POSITIVE_INFINITY)
      if (this.work.size === 0) return
      await Promise.allSettled(this.work)
    }
  }

  /** Queues every painted picture again, for example after a font has loaded. */
  repaint(): void {
    for (const [index, slot] of this.slots.entries()) if (slot?.request) this.queue.add(index)
    this.onChange()
  }

  /** Returns the slot if it has content to draw. */
  sourceAt(index: number): Slot | undefined {
    const slot = this.slots[index]
    return slot?.source ? slot : undefined
  }

  /** All textures, including those to be deleted. */
  textures(): WebGLTexture[] {
    return [...this.dropped, ...this.slots.flatMap((slot) => slot?.texture ?? [])]
  }

  /** Discards all textures after the context was lost. */
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

  private getSlot(index: number): Slot {
    const slot = this.slots[index]
    if (!slot) throw new Error(`no picture ${index}`)
    return slot
  }

  private allocate(url: string | null): number {
    const index = this.free.pop() ?? this.slots.length
    this.slots[index] = {
      users: 0,
      url,
      source: null,
      version: 0,
      key: '',
      request: null,
      canvas: null,
      texture: null,
      uploaded: -1,
      retry: undefined,
    }
    return index
  }

  private release(index: number): void {
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

  /** Loads a picture. On failure, shows a broken picture and retries while the slot is in use. */
  private async load(index: number, address: string, attempts = 0): Promise<void> {
    const slot = this.slots[index]
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.src = address
    const isLoaded = await image.decode().then(
      () => true,
      () => false,
    )
    if (!slot || this.slots[index] !== slot) return
    const isThere = isLoaded && image.naturalWidth > 0
    if (!isThere)
      slot.retry = setTimeout(
        () => void this.load(index, address, attempts + 1),
        retryMs[Math.min(attempts, retryMs.length - 1)],
      )
    if (!isThere && attempts > 0) return
    slot.source = isThere ? limitSize(image) : brokenPicture()
    slot.version += 1
    this.onChange()
  }

  /** Loads a painter. After a failure, the next picture that needs it tries again. */
  private prepare(name: Picture['painter']): void {
    if (this.loaded.has(name) || this.loading.has(name)) return
    this.loading.add(name)
    this.track(
      this.painters[name]()
        .then(
          (painter) => {
            this.loaded.set(name, painter)
          },
          () => this.breakAll(name),
        )
        .finally(() => {
          this.loading.delete(name)
          this.onChange()
        }),
    )
  }

  private breakAll(name: Picture['painter']): void {
    for (const index of this.queue) {
      const slot = this.slots[index]
      if (slot?.request?.picture.painter !== name) continue
      slot.source = brokenPicture()
      slot.version += 1
      slot.key = ''
      this.queue.delete(index)
    }
  }

  private paint(index: number, slot: Slot, painter: PicturePainter): void {
    if (!slot.request) return
    const { picture, width, height } = slot.request
    const maxSide = Math.max(width, height)
    if (!(maxSide >= 1)) return
    try {
      slot.canvas ??= painter.open()
      const later = slot.canvas.paint(
        picture.data,
        Math.max(1, width),
        Math.max(1, height),
        Math.min(fineness, maxPaintedPixels / maxSide),
      )
      slot.source = slot.canvas.canvas
      if (later)
        this.track(
          later.then(
            () => this.refresh(index, slot),
            () => this.refresh(index, slot, brokenPicture()),
          ),
        )
    } catch {
      // A picture that cannot be painted must not stop the drawing; it is shown as broken.
      slot.source = brokenPicture()
    }
    slot.version += 1
  }

  /** Shows the canvas again after the painter's promise has settled; `instead` replaces it after a failure. */
  private refresh(index: number, slot: Slot, instead?: OffscreenCanvas): void {
    if (this.slots[index] !== slot) return
    if (instead) slot.source = instead
    slot.version += 1
    this.onChange()
  }
}

/** Returns the picture, scaled down if it exceeds the size limit. */
function limitSize(image: HTMLImageElement): TexImageSource {
  const scale = maxLoadedPixels / Math.max(image.naturalWidth, image.naturalHeight)
  if (scale >= 1) return image
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.floor(image.naturalWidth * scale)),
    Math.max(1, Math.floor(image.naturalHeight * scale)),
  )
  const context = canvas.getContext('2d')
  context?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return context ? canvas : image
}

/** Crossed box that replaces a picture that could not be loaded or painted. */
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
