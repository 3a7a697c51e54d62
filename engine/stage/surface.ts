import { Matrix, RenderContainer, type Application, type Container, type WebGLRenderer } from 'pixi.js'
import type { DrawingDocument } from '../document/index.ts'
import type { PageRenderer } from '../paint/pageRenderer.ts'
import { isOpaque, packColor } from '../paint/record.ts'

/** What stands around the pages on the stage. */
interface Surroundings {
  readonly viewport: Container
  readonly backdrop: Container
  readonly overlay: Container
}

/**
 * Where the pages land: in pixi's tree, between backdrop and overlay; or straight on the canvas, in frames in which
 * nothing but them is to be seen and the camera stands still. Most frames of a running drawing are of that kind, and
 * pixi's walk with its resets of state was a third of their script.
 */
export class Surface {
  readonly view: RenderContainer
  private readonly app: Application
  private readonly renderer: WebGLRenderer
  private readonly document: DrawingDocument
  private readonly pages: PageRenderer
  private readonly around: Surroundings
  private nowMs = 0
  private readonly matrix = new Matrix()
  /** The way from drawing pixels to clip space, as the last frame through pixi had it, and device pixels a drawing pixel. */
  private readonly clip = new Float32Array(9)
  private scale = 1
  /** Where the camera was in that frame. */
  private readonly camera = { x: NaN, y: NaN, scale: NaN, width: 0, height: 0 }
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

  /** Whether a frame through pixi would change nothing but the pages. */
  private isAlone(): boolean {
    const { camera, renderer: { canvas }, around: { viewport, backdrop, overlay } } = this
    return viewport.x === camera.x && viewport.y === camera.y && viewport.scale.x === camera.scale
      && canvas.width === camera.width && canvas.height === camera.height
      && !backdrop.visible && overlay.children.length === 0 && this.app.stage.children.length === 2
  }

  private paintStraight(): void {
    const { renderer } = this
    renderer.renderTarget.bind({ target: renderer.view.renderTarget, clear: true, clearColor: renderer.background.colorRgba })
    this.isStateOurs = true
    this.paint()
  }

  private paintInTree(): void {
    const { renderer, matrix } = this
    const { projectionMatrix, worldTransformMatrix } = renderer.globalUniforms.globalUniformData
    const { renderTarget } = renderer.renderTarget
    matrix.copyFrom(worldTransformMatrix).append(this.view.groupTransform)
    this.scale = Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c)) * renderTarget.resolution
    matrix.prepend(projectionMatrix).toArray(true, this.clip)
    this.keepCamera(renderTarget.isRoot)
    renderer.geometry.resetState()
    this.paint()
    renderer.shader.resetState()
    renderer.geometry.resetState()
    renderer.texture.resetState()
    renderer.state.resetState()
  }

  /** A picture for a file is taken by another camera: the next frame is then no straight one. */
  private keepCamera(isOnCanvas: boolean): void {
    const { viewport } = this.around
    const { width, height } = this.renderer.canvas
    Object.assign(this.camera, { x: isOnCanvas ? viewport.x : NaN, y: viewport.y, scale: viewport.scale.x, width, height })
  }

  private paint(): void {
    const { gl } = this.renderer
    this.clearLayer(gl)
    this.pages.render(gl, this.clip, this.scale, this.nowMs)
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

const layerColor = new Float32Array(4)
