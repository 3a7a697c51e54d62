import { clockWrapMs } from '../animation/motion.ts'
import { spansByPage, toSpans, type ClipRegion, type Span } from './gpu/clipRegions.ts'
import type { GlyphAtlas } from './atlas/glyphs.ts'
import type { ImageStore } from './atlas/images.ts'
import type { MotionTable } from './gpu/motionTable.ts'
import { type Page, type Pages, primitivesPerPage } from './gpu/primitivePages.ts'
import { disposePrograms, pendingProgram, type Program, type Programs, programsFor, use } from './gpu/shaderPrograms.ts'
import { deleteQuads, makeQuads, type Quads } from './gpu/quadIndices.ts'
import { texelsPerPrimitive, wordsPerPrimitive } from './brush/primitiveLayout.ts'
import { bytesPerRamp, RampTable, texelsPerRamp } from './gpu/gradientTexture.ts'
import { primitivesPerRow, texelsPerRow } from './gpu/shader.ts'

interface Resources {
  readonly gl: WebGL2RenderingContext
  readonly programs: Programs
  readonly quads: Quads
  /**
   * Indices for pages larger than the default, created when the first such page is painted. Most drawings have none.
   */
  largeQuads: Quads | null
  readonly atlas: WebGLTexture
  readonly motions: WebGLTexture
  /** Created when the first gradient with more than two colours is painted. */
  ramps: WebGLTexture | null
  atlasHeight: number
  motionRows: number
  rampRows: number
}

/**
 * Paints pages with plain WebGL2: one draw call per segment of a page, no vertex attributes, integer textures. It owns
 * all GPU objects and can recreate them from the pages after a lost context. Instancing was measured to be five times
 * slower on software GL.
 */
export class PageRenderer {
  private resources: Resources | null = null
  private readonly layers: readonly Pages[]
  private readonly atlas: GlyphAtlas
  private readonly motions: MotionTable
  private readonly images: ImageStore
  private readonly ramps: RampTable
  private readonly failed = new WeakSet<Page>()

  /** `layers` are painted in order, from the bottom. */
  constructor(
    layers: readonly Pages[],
    atlas: GlyphAtlas,
    motions: MotionTable,
    images: ImageStore,
    ramps = new RampTable(),
  ) {
    this.layers = layers
    this.atlas = atlas
    this.motions = motions
    this.images = images
    this.ramps = ramps
  }

  /**
   * Uploads changes and draws a frame. `view` maps drawing pixels to clip space (column-major 3×3 matrix); `scale` is
   * device pixels per drawing pixel. The caller's framebuffer and viewport are kept. `cuts` limits runs to boxes; with
   * `isCutsOnly` only these runs are painted.
   */
  render(
    gl: WebGL2RenderingContext,
    view: Float32Array,
    scale: number,
    nowMs: number,
    clipRegions: readonly ClipRegion[] = [],
    onlyClipped = false,
  ): void {
    const resources = this.resources?.gl === gl ? this.resources : this.create(gl)
    for (const pages of this.layers) pages.settle()
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
    this.uploadAtlas(resources)
    this.uploadMotions(resources)
    if (this.ramps.isUsed) this.uploadRamps(resources)
    let { quads } = resources
    gl.bindVertexArray(quads.vertices)
    gl.disable(gl.CULL_FACE)
    gl.disable(gl.DEPTH_TEST)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.activeTexture(gl.TEXTURE0)
    const { programs } = resources
    const whole = (this.ramps.isUsed && pendingProgram(gl, programs, 'ramp')) || programs.whole
    const timeMs = nowMs % clockWrapMs
    let current: Program | null = null
    const paint = (page: Page, first: number, end: number): void => {
      this.bindPage(gl, page)
      const requiredQuads = page.capacity > primitivesPerPage ? largeQuads(resources, page.capacity) : resources.quads
      if (requiredQuads !== quads) gl.bindVertexArray(requiredQuads.vertices)
      quads = requiredQuads
      for (const { from, to, isSimple, image } of page.programs()) {
        const [start, stop] = [from > first ? from : first, to < end ? to : end]
        if (start >= stop || (image >= 0 && !this.bindImage(gl, image))) continue
        const program = image >= 0 ? pendingProgram(gl, programs, 'image') : isSimple ? programs.simple : whole
        if (!program) continue
        if (program !== current) use(gl, program, view, scale, timeMs)
        current = program
        gl.drawElements(gl.TRIANGLES, (stop - start) * 6, quads.type, start * quads.stride)
      }
    }
    const paintStretch = ({ page, from, to, boxes }: Span): void => {
      gl.enable(gl.SCISSOR_TEST)
      for (const { x, y, width, height } of boxes) {
        gl.scissor(x, gl.drawingBufferHeight - y - height, width, height)
        paint(page, from, to)
      }
      gl.disable(gl.SCISSOR_TEST)
    }
    const paintWhole = (page: Page, cutHere: readonly Span[]): void => {
      let painted = 0
      for (const stretch of cutHere) {
        if (stretch.from > painted) paint(page, painted, stretch.from)
        paintStretch(stretch)
        painted = stretch.to
      }
      if (page.used > painted) paint(page, painted, page.used)
    }
    const attempt = (page: Page, work: () => void): void => {
      try {
        work()
      } catch (error) {
        // Reset the state of the interrupted work, such as a picture upload, before the next page.
        gl.disable(gl.SCISSOR_TEST)
        gl.activeTexture(gl.TEXTURE0)
        gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
        current = null
        this.report(page, error)
      }
    }
    if (onlyClipped) for (const stretch of toSpans(clipRegions)) attempt(stretch.page, () => paintStretch(stretch))
    else {
      const stretches = spansByPage(clipRegions)
      for (const pages of this.layers)
        for (const page of pages.list) attempt(page, () => paintWhole(page, stretches.get(page) ?? none))
    }
    gl.bindTexture(gl.TEXTURE_2D, null)
    gl.bindVertexArray(null)
    for (const pages of this.layers) for (const page of pages.dropped.splice(0)) gl.deleteTexture(page.texture)
    for (const freed of this.images.dropped.splice(0)) gl.deleteTexture(freed)
  }

  /** Discards the GPU objects after a lost context; the next render recreates them. */
  contextLost(): void {
    if (this.resources?.gl.isContextLost()) disposePrograms(this.resources.gl)
    this.resources = null
    this.images.contextLost()
    for (const pages of this.layers) {
      for (const page of pages.list) {
        page.texture = null
        page.touchAll()
      }
      pages.dropped.length = 0
    }
  }

  destroy(): void {
    const { resources } = this
    if (!resources) return
    const { gl } = resources
    for (const pages of this.layers)
      for (const page of [...pages.list, ...pages.dropped]) gl.deleteTexture(page.texture)
    for (const picture of this.images.textures()) gl.deleteTexture(picture)
    gl.deleteTexture(resources.atlas)
    gl.deleteTexture(resources.motions)
    gl.deleteTexture(resources.ramps)
    deleteQuads(gl, resources.quads)
    if (resources.largeQuads) deleteQuads(gl, resources.largeQuads)
    this.contextLost()
  }

  private create(gl: WebGL2RenderingContext): Resources {
    this.contextLost()
    this.resources = {
      gl,
      programs: programsFor(gl),
      quads: makeQuads(gl, primitivesPerPage, Uint16Array),
      largeQuads: null,
      atlas: texture(gl, gl.LINEAR),
      motions: texture(gl, gl.NEAREST),
      ramps: null,
      atlasHeight: 0,
      motionRows: 0,
      rampRows: 0,
    }
    return this.resources
  }

  /** Reports the error of a page once. A failed page must not stop the other pages or pixi's rendering. */
  private report(page: Page, error: unknown): void {
    if (this.failed.has(page)) return
    this.failed.add(page)
    reportError(error)
  }

  /** Binds a picture and uploads it if its content has changed. Returns false if it has no content yet. */
  private bindImage(gl: WebGL2RenderingContext, slot: number): boolean {
    const picture = this.images.sourceAt(slot)
    if (!picture?.source) return false
    gl.activeTexture(gl.TEXTURE3)
    if (!picture.texture) {
      picture.texture = texture(gl, gl.LINEAR)
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
      picture.uploaded = -1
    } else gl.bindTexture(gl.TEXTURE_2D, picture.texture)
    if (picture.uploaded !== picture.version) {
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture.source)
      gl.generateMipmap(gl.TEXTURE_2D)
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
      picture.uploaded = picture.version
    }
    gl.activeTexture(gl.TEXTURE0)
    return true
  }

  private bindPage(gl: WebGL2RenderingContext, page: Page): void {
    if (!page.texture) {
      page.texture = texture(gl, gl.NEAREST)
      gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32UI, texelsPerRow, page.rows)
      page.touchAll()
    } else {
      gl.bindTexture(gl.TEXTURE_2D, page.texture)
    }
    page.takeDirty((first, count) => {
      const width = Math.min(count, primitivesPerRow)
      gl.texSubImage2D(
        gl.TEXTURE_2D,
        0,
        (first % primitivesPerRow) * texelsPerPrimitive,
        Math.floor(first / primitivesPerRow),
        width * texelsPerPrimitive,
        count / width,
        gl.RGBA_INTEGER,
        gl.UNSIGNED_INT,
        page.words,
        first * wordsPerPrimitive,
      )
    })
  }

  private uploadAtlas(resources: Resources): void {
    const { gl } = resources
    const { atlas } = this
    gl.activeTexture(gl.TEXTURE1)
    gl.bindTexture(gl.TEXTURE_2D, resources.atlas)
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
    if (resources.atlasHeight !== atlas.height) {
      resources.atlasHeight = atlas.height
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, atlas.width, atlas.height, 0, gl.RED, gl.UNSIGNED_BYTE, atlas.bytes)
    } else if (atlas.dirtyTo > atlas.dirtyFrom) {
      const rows = atlas.dirtyTo - atlas.dirtyFrom
      gl.texSubImage2D(
        gl.TEXTURE_2D,
        0,
        0,
        atlas.dirtyFrom,
        atlas.width,
        rows,
        gl.RED,
        gl.UNSIGNED_BYTE,
        atlas.bytes,
        atlas.dirtyFrom * atlas.width,
      )
    }
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4)
    atlas.dirtyFrom = 0
    atlas.dirtyTo = 0
  }

  private uploadMotions(resources: Resources): void {
    const { gl } = resources
    const { motions } = this
    gl.activeTexture(gl.TEXTURE2)
    gl.bindTexture(gl.TEXTURE_2D, resources.motions)
    const { dirtyFrom, dirtyTo, texelsPerRow: width, rows, floats } = motions
    if (resources.motionRows !== rows) {
      resources.motionRows = rows
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, rows, 0, gl.RGBA, gl.FLOAT, floats)
    } else if (dirtyTo > dirtyFrom) {
      gl.texSubImage2D(
        gl.TEXTURE_2D,
        0,
        0,
        dirtyFrom,
        width,
        dirtyTo - dirtyFrom,
        gl.RGBA,
        gl.FLOAT,
        floats,
        dirtyFrom * width * 4,
      )
    }
    motions.dirtyFrom = 0
    motions.dirtyTo = 0
  }

  private uploadRamps(resources: Resources): void {
    const { gl } = resources
    const { ramps } = this
    gl.activeTexture(gl.TEXTURE4)
    resources.ramps ??= texture(gl, gl.LINEAR)
    gl.bindTexture(gl.TEXTURE_2D, resources.ramps)
    const { dirtyFrom, dirtyTo, rows, bytes } = ramps
    if (resources.rampRows !== rows) {
      resources.rampRows = rows
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, texelsPerRamp, rows, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
    } else if (dirtyTo > dirtyFrom) {
      gl.texSubImage2D(
        gl.TEXTURE_2D,
        0,
        0,
        dirtyFrom,
        texelsPerRamp,
        dirtyTo - dirtyFrom,
        gl.RGBA,
        gl.UNSIGNED_BYTE,
        bytes,
        dirtyFrom * bytesPerRamp,
      )
    }
    ramps.dirtyFrom = 0
    ramps.dirtyTo = 0
  }
}

const none: readonly Span[] = []

/** Returns 32-bit indices for large pages, because 16-bit indices cannot address their vertices. */
function largeQuads(resources: Resources, room: number): Quads {
  const { gl, largeQuads: cached } = resources
  if (cached && cached.room >= room) return cached
  if (cached) deleteQuads(gl, cached)
  resources.largeQuads = makeQuads(gl, room, Uint32Array)
  return resources.largeQuads
}

function texture(gl: WebGL2RenderingContext, filter: number): WebGLTexture {
  const created = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, created)
  for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE)
  for (const at of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, at, filter)
  return created
}
