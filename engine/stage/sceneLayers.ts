import { Matrix, RenderContainer, updateRenderGroupTransforms, type Application, type Container, type WebGLRenderer } from 'pixi.js'
import type { DrawingDocument } from '../document/index.ts'
import type { Box } from '../geometry/index.ts'
import { clipsBeside, clipsWithin, type ClipRegion, type Part } from '../paint/clipRegions.ts'
import type { PageRenderer } from '../paint/pageRenderer.ts'
import type { Run } from '../paint/primitivePages.ts'
import { isOpaque, packColor } from '../paint/primitiveLayout.ts'

/** What stands around the pages on the stage. */
interface Surroundings {
  readonly viewport: Container
  readonly backdrop: Container
  readonly overlay: Container
}

/** Runs for a canvas of their own, and the part of the screen that it shows. */
interface Apart {
  readonly runs: readonly Run[]
  readonly box: Box
  readonly onto: HTMLCanvasElement
}

/**
 * Where the pages land: in pixi's tree, between backdrop and overlay; or straight on the canvas, in frames in which
 * nothing but them is to be seen. Most frames of a running drawing are of that kind, and pixi's walk with its resets of
 * state was a third of their script.
 */
export class SceneLayers {
  readonly view: RenderContainer
  private readonly app: Application
  private readonly renderer: WebGLRenderer
  private readonly document: DrawingDocument
  private readonly pages: PageRenderer
  private readonly around: Surroundings
  private nowMs = 0
  /** The way from drawing pixels to clip space, and device pixels a drawing pixel. */
  private readonly matrix = new Matrix()
  private readonly clip = new Float32Array(9)
  private scale = 1
  /** The same of the screen, without the camera, as the last frame through pixi had it; of no size: no frame of the canvas was. */
  private readonly screen = { toClip: new Matrix(), scale: 1, width: 0, height: 0 }
  /** What lies on canvases of its own in this frame. */
  private parts: readonly Part[] = []
  /** Whether WebGL's state is another than pixi remembers. */
  private isStateOurs = false

  constructor(app: Application, renderer: WebGLRenderer, document: DrawingDocument, pages: PageRenderer, around: Surroundings) {
    this.app = app
    this.renderer = renderer
    this.document = document
    this.pages = pages
    this.around = around
    this.view = new RenderContainer({ render: () => this.paintInTree(), label: 'pages' })
    this.view.eventMode = 'none'
    renderer.runners.prerender.add(this)
  }

  /** Draws a frame of what the pages hold. */
  draw(nowMs: number): void {
    this.nowMs = nowMs
    if (this.isAlone()) this.paintStraight()
    else this.app.render()
  }

  /**
   * Paints some runs on canvases of their own, from below, which it sizes and places: each the part of the screen within
   * its box, in CSS pixels, whole pixels of the device. The frame's own picture must be drawn after it, and has them beside
   * those only: each is painted once wherever it is. Without a context that has alpha there is nothing to see through, and
   * nothing may be asked of it (`hasAlpha`).
   */
  paintApart(paintings: readonly Apart[], nowMs: number): void {
    const seen = paintings.flatMap(({ runs, box, onto }) => {
      const whole = this.deviceBox(box)
      if (whole) return [{ runs: new Set(runs), box: whole, onto }]
      // Beside the screen: what was painted there last is not to be seen where it was.
      if (onto.width > 0) onto.width = 0
      return []
    })
    this.parts = seen
    for (const [index, cuts] of clipsWithin(seen).entries()) {
      const { box, onto } = seen[index]
      this.copyOnly(cuts, box, onto, nowMs)
    }
  }

  /** The whole pixels of the device that show a part of the screen; null: none. */
  private deviceBox(box: Box): Box | null {
    const { resolution, canvas } = this.renderer
    const left = Math.max(0, Math.floor(box.x * resolution)), top = Math.max(0, Math.floor(box.y * resolution))
    const width = Math.min(canvas.width, Math.ceil((box.x + box.width) * resolution)) - left
    const height = Math.min(canvas.height, Math.ceil((box.y + box.height) * resolution)) - top
    return width > 0 && height > 0 ? { x: left, y: top, width, height } : null
  }

  private copyOnly(cuts: readonly ClipRegion[], { x: left, y: top, width, height }: Box, onto: HTMLCanvasElement, nowMs: number): void {
    const { renderer, around: { viewport } } = this
    const { gl, resolution, canvas } = renderer
    const scale = viewport.scale.x * resolution
    onlyView.set([2 * scale / canvas.width, 0, 0, 0, -2 * scale / canvas.height, 0, 2 * viewport.x * resolution / canvas.width - 1, 1 - 2 * viewport.y * resolution / canvas.height, 1])
    renderer.renderTarget.bind({ target: renderer.view.renderTarget, clear: false })
    this.isStateOurs = true
    gl.enable(gl.SCISSOR_TEST)
    gl.scissor(left, canvas.height - top - height, width, height)
    gl.clearBufferfv(gl.COLOR, 0, nothing)
    gl.disable(gl.SCISSOR_TEST)
    this.pages.render(gl, onlyView, scale, nowMs, cuts, true)
    if (onto.width !== width) onto.width = width
    if (onto.height !== height) onto.height = height
    const place = { left: `${left / resolution}px`, top: `${top / resolution}px`, width: `${width / resolution}px`, height: `${height / resolution}px` }
    if (onto.style.left !== place.left || onto.style.top !== place.top || onto.style.width !== place.width || onto.style.height !== place.height) Object.assign(onto.style, place)
    const picture = onto.getContext('2d')
    picture?.clearRect(0, 0, width, height)
    picture?.drawImage(canvas, left, top, width, height, 0, 0, width, height)
  }

  /** Whether what is painted can leave the rest to be seen through. */
  get hasAlpha(): boolean {
    return this.renderer.gl.getContextAttributes()?.alpha === true
  }

  /** Called by pixi before anything of it is drawn, here or by the application. */
  prerender(): void {
    if (!this.isStateOurs) return
    this.isStateOurs = false
    this.renderer.resetState()
  }

  destroy(): void {
    this.prerender()
    this.renderer.runners.prerender.remove(this)
  }

  /** Whether a frame through pixi would show nothing but the pages. */
  private isAlone(): boolean {
    const { screen, renderer: { canvas }, around: { backdrop, overlay } } = this
    return canvas.width === screen.width && canvas.height === screen.height
      && !backdrop.visible && overlay.children.length === 0 && this.app.stage.children.length === 2
  }

  private paintStraight(): void {
    const { renderer, app: { stage }, around: { viewport }, screen } = this
    // Where the camera is, pixi's search for what lies under the pointer has to know.
    if (stage.renderGroup) updateRenderGroupTransforms(stage.renderGroup, true)
    this.look(this.matrix.copyFrom(screen.toClip).append(viewport.localTransform), screen.scale * viewport.scale.x)
    // While the state is ours the canvas is what is painted on: binding it again takes pixi as long as clearing it.
    if (this.isStateOurs) {
      background.set(renderer.background.colorRgba)
      renderer.gl.clearBufferfv(renderer.gl.COLOR, 0, background)
    } else {
      renderer.renderTarget.bind({ target: renderer.view.renderTarget, clear: true, clearColor: renderer.background.colorRgba })
      this.isStateOurs = true
    }
    this.paint(true)
  }

  private paintInTree(): void {
    const { renderer, matrix } = this
    const { projectionMatrix, worldTransformMatrix } = renderer.globalUniforms.globalUniformData
    const { renderTarget } = renderer.renderTarget
    matrix.copyFrom(worldTransformMatrix).append(this.view.groupTransform)
    const scale = Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c)) * renderTarget.resolution
    this.look(matrix.prepend(projectionMatrix), scale)
    this.keepScreen(renderTarget.isRoot)
    renderer.geometry.resetState()
    this.paint(renderTarget.isRoot)
    renderer.shader.resetState()
    renderer.geometry.resetState()
    renderer.texture.resetState()
    renderer.state.resetState()
  }

  private look(toClip: Matrix, scale: number): void {
    toClip.toArray(true, this.clip)
    this.scale = scale
  }

  /** A picture for a file is taken on another screen: the next frame is then no straight one. */
  private keepScreen(isCanvas: boolean): void {
    const { screen, around: { viewport }, renderer: { canvas } } = this
    screen.toClip.copyFrom(this.matrix).append(viewport.localTransform.clone().invert())
    screen.scale = this.scale / viewport.scale.x
    screen.width = isCanvas ? canvas.width : 0
    screen.height = canvas.height
  }

  /** A picture for a file has no canvas over it, and shows all. */
  private paint(isOnCanvas: boolean): void {
    const { gl, canvas: { width, height } } = this.renderer
    this.clearLayer(gl)
    this.pages.render(gl, this.clip, this.scale, this.nowMs, isOnCanvas ? clipsBeside(this.parts, { x: 0, y: 0, width, height }) : [])
  }

  /**
   * The layer's colour as a cleared rectangle of the target: a primitive as large as the screen costs software GL as
   * much as ten thousand components. What is not opaque, or lies under a picture, is painted otherwise.
   */
  private clearLayer(gl: WebGL2RenderingContext): void {
    const { backColor, backgroundImage, width, height } = this.document.layer
    if (backgroundImage || !isOpaque(backColor)) return
    const { a, d, tx, ty } = this.matrix
    const { pixelWidth, pixelHeight } = this.renderer.renderTarget.renderTarget
    const left = Math.round((tx * 0.5 + 0.5) * pixelWidth), right = Math.round(((tx + a * width) * 0.5 + 0.5) * pixelWidth)
    const first = Math.round((ty * 0.5 + 0.5) * pixelHeight), last = Math.round(((ty + d * height) * 0.5 + 0.5) * pixelHeight)
    gl.enable(gl.SCISSOR_TEST)
    gl.scissor(left, Math.min(first, last), right - left, Math.abs(last - first))
    const packed = packColor(backColor)
    // Not gl.clear: pixi remembers the colour it cleared with last, and asking WebGL for it waits for the GPU.
    layerColor.set([(packed & 255) / 255, ((packed >>> 8) & 255) / 255, ((packed >>> 16) & 255) / 255, 1])
    gl.clearBufferfv(gl.COLOR, 0, layerColor)
    gl.disable(gl.SCISSOR_TEST)
  }
}

const background = new Float32Array(4)
const layerColor = new Float32Array(4)
const nothing = new Float32Array(4)
const onlyView = new Float32Array(9)
