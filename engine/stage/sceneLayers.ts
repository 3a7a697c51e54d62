import {
  Matrix,
  RenderContainer,
  updateRenderGroupTransforms,
  type Application,
  type Container,
  type WebGLRenderer,
} from 'pixi.js'
import type { DrawingDocument } from '../document/index.ts'
import type { Box } from '../geometry/index.ts'
import { clipsBeside, clipsWithin, type ClipRegion, type Part } from '../paint/gpu/clipRegions.ts'
import type { PageRenderer } from '../paint/pageRenderer.ts'
import type { Run } from '../paint/gpu/primitivePages.ts'
import { isOpaque, packColor } from '../paint/brush/primitiveLayout.ts'

/** The other containers on the stage. */
interface Surroundings {
  readonly viewport: Container
  readonly backdrop: Container
  readonly overlay: Container
}

/** Runs to paint on a separate canvas, and the part of the screen that it covers. */
interface SeparateCanvas {
  readonly runs: readonly Run[]
  readonly box: Box
  readonly onto: HTMLCanvasElement
}

/**
 * Draws the pages: within pixi's tree, between backdrop and overlay, or directly on the canvas if nothing else is
 * visible. Most frames of a running drawing are of the second kind; pixi's tree traversal and state resets took a third
 * of their script time.
 */
export class SceneLayers {
  readonly view: RenderContainer
  private readonly app: Application
  private readonly renderer: WebGLRenderer
  private readonly document: DrawingDocument
  private readonly pages: PageRenderer
  private readonly surroundings: Surroundings
  private nowMs = 0
  /** Transform from drawing pixels to clip space. `scale` is device pixels per drawing pixel. */
  private readonly matrix = new Matrix()
  private readonly clip = new Float32Array(9)
  private scale = 1
  /**
   * The same without the camera, from the last frame that pixi rendered. Width 0 means that no frame of the canvas size
   * is known.
   */
  private readonly screen = { toClip: new Matrix(), scale: 1, width: 0, height: 0 }
  /** Contents of the separate canvases in this frame. */
  private parts: readonly Part[] = []
  /** Whether the WebGL state differs from the state cached by pixi. */
  private isPixiStateStale = false

  constructor(
    app: Application,
    renderer: WebGLRenderer,
    document: DrawingDocument,
    pages: PageRenderer,
    surroundings: Surroundings,
  ) {
    this.app = app
    this.renderer = renderer
    this.document = document
    this.pages = pages
    this.surroundings = surroundings
    this.view = new RenderContainer({ render: () => this.paintInTree(), label: 'pages' })
    this.view.eventMode = 'none'
    renderer.runners.prerender.add(this)
  }

  /** Draws a frame. */
  draw(nowMs: number): void {
    this.nowMs = nowMs
    if (this.showsOnlyPages()) this.paintDirectly()
    else this.app.render()
  }

  /**
   * Paints runs on separate canvases, from the bottom. Sizes and positions each canvas to cover its box (CSS pixels),
   * rounded to whole device pixels. Call it before drawing the frame: the main picture then leaves out these runs
   * there, so that nothing is painted twice. Requires a context with alpha (see `hasAlpha`).
   */
  paintSeparately(paintings: readonly SeparateCanvas[], nowMs: number): void {
    const visibleParts = paintings.flatMap(({ runs, box, onto }) => {
      const whole = this.deviceBox(box)
      if (whole) return [{ runs: new Set(runs), box: whole, onto }]
      // The box is off screen: clear the canvas, which would show its last content.
      if (onto.width > 0) onto.width = 0
      return []
    })
    this.parts = visibleParts
    for (const [index, cuts] of clipsWithin(visibleParts).entries()) {
      const { box, onto } = visibleParts[index]
      this.copyOnly(cuts, box, onto, nowMs)
    }
  }

  /** Converts a box in CSS pixels to whole device pixels inside the canvas; null if none of it is visible. */
  private deviceBox(box: Box): Box | null {
    const { resolution, canvas } = this.renderer
    const left = Math.max(0, Math.floor(box.x * resolution)),
      top = Math.max(0, Math.floor(box.y * resolution))
    const width = Math.min(canvas.width, Math.ceil((box.x + box.width) * resolution)) - left
    const height = Math.min(canvas.height, Math.ceil((box.y + box.height) * resolution)) - top
    return width > 0 && height > 0 ? { x: left, y: top, width, height } : null
  }

  private copyOnly(
    cuts: readonly ClipRegion[],
    { x: left, y: top, width, height }: Box,
    onto: HTMLCanvasElement,
    nowMs: number,
  ): void {
    const {
      renderer,
      surroundings: { viewport },
    } = this
    const { gl, resolution, canvas } = renderer
    const scale = viewport.scale.x * resolution
    onlyView.set([
      (2 * scale) / canvas.width,
      0,
      0,
      0,
      (-2 * scale) / canvas.height,
      0,
      (2 * viewport.x * resolution) / canvas.width - 1,
      1 - (2 * viewport.y * resolution) / canvas.height,
      1,
    ])
    renderer.renderTarget.bind({ target: renderer.view.renderTarget, clear: false })
    this.isPixiStateStale = true
    gl.enable(gl.SCISSOR_TEST)
    gl.scissor(left, canvas.height - top - height, width, height)
    gl.clearBufferfv(gl.COLOR, 0, nothing)
    gl.disable(gl.SCISSOR_TEST)
    this.pages.render(gl, onlyView, scale, nowMs, cuts, true)
    if (onto.width !== width) onto.width = width
    if (onto.height !== height) onto.height = height
    const place = {
      left: `${left / resolution}px`,
      top: `${top / resolution}px`,
      width: `${width / resolution}px`,
      height: `${height / resolution}px`,
    }
    if (
      onto.style.left !== place.left ||
      onto.style.top !== place.top ||
      onto.style.width !== place.width ||
      onto.style.height !== place.height
    )
      Object.assign(onto.style, place)
    const picture = onto.getContext('2d')
    picture?.clearRect(0, 0, width, height)
    picture?.drawImage(canvas, left, top, width, height, 0, 0, width, height)
  }

  /** Whether the context has an alpha channel, which separate canvases require. */
  get hasAlpha(): boolean {
    return this.renderer.gl.getContextAttributes()?.alpha === true
  }

  /** Called by pixi before it renders anything. */
  prerender(): void {
    if (!this.isPixiStateStale) return
    this.isPixiStateStale = false
    this.renderer.resetState()
  }

  destroy(): void {
    this.prerender()
    this.renderer.runners.prerender.remove(this)
  }

  /** Whether a frame rendered by pixi would show only the pages. */
  private showsOnlyPages(): boolean {
    const {
      screen,
      renderer: { canvas },
      surroundings: { backdrop, overlay },
    } = this
    return (
      canvas.width === screen.width &&
      canvas.height === screen.height &&
      !backdrop.visible &&
      overlay.children.length === 0 &&
      this.app.stage.children.length === 2
    )
  }

  private paintDirectly(): void {
    const {
      renderer,
      app: { stage },
      surroundings: { viewport },
      screen,
    } = this
    // pixi's hit test needs the current camera transform.
    if (stage.renderGroup) updateRenderGroupTransforms(stage.renderGroup, true)
    this.setView(this.matrix.copyFrom(screen.toClip).append(viewport.localTransform), screen.scale * viewport.scale.x)
    // While the state is ours, the canvas is already bound; binding it again costs as much as clearing it.
    if (this.isPixiStateStale) {
      background.set(renderer.background.colorRgba)
      renderer.gl.clearBufferfv(renderer.gl.COLOR, 0, background)
    } else {
      renderer.renderTarget.bind({
        target: renderer.view.renderTarget,
        clear: true,
        clearColor: renderer.background.colorRgba,
      })
      this.isPixiStateStale = true
    }
    this.paint(true)
  }

  private paintInTree(): void {
    const { renderer, matrix } = this
    const { projectionMatrix, worldTransformMatrix } = renderer.globalUniforms.globalUniformData
    const { renderTarget } = renderer.renderTarget
    matrix.copyFrom(worldTransformMatrix).append(this.view.groupTransform)
    const scale = Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c)) * renderTarget.resolution
    this.setView(matrix.prepend(projectionMatrix), scale)
    this.keepScreen(renderTarget.isRoot)
    renderer.geometry.resetState()
    this.paint(renderTarget.isRoot)
    renderer.shader.resetState()
    renderer.geometry.resetState()
    renderer.texture.resetState()
    renderer.state.resetState()
  }

  private setView(toClip: Matrix, scale: number): void {
    toClip.toArray(true, this.clip)
    this.scale = scale
  }

  /** A picture for a file uses another render target, so the next frame is rendered by pixi. */
  private keepScreen(isCanvas: boolean): void {
    const {
      screen,
      surroundings: { viewport },
      renderer: { canvas },
    } = this
    screen.toClip.copyFrom(this.matrix).append(viewport.localTransform.clone().invert())
    screen.scale = this.scale / viewport.scale.x
    screen.width = isCanvas ? canvas.width : 0
    screen.height = canvas.height
  }

  /** A picture for a file contains everything, because separate canvases are not part of it. */
  private paint(isOnCanvas: boolean): void {
    const {
      gl,
      canvas: { width, height },
    } = this.renderer
    this.clearLayer(gl)
    this.pages.render(
      gl,
      this.clip,
      this.scale,
      this.nowMs,
      isOnCanvas ? clipsBeside(this.parts, { x: 0, y: 0, width, height }) : [],
    )
  }

  /**
   * Clears the layer's rectangle with its background colour. On software GL a screen-sized primitive costs as much as
   * ten thousand components. Translucent colours and layers with a background picture are painted elsewhere.
   */
  private clearLayer(gl: WebGL2RenderingContext): void {
    const { backColor, backgroundImage, width, height } = this.document.layer
    if (backgroundImage || !isOpaque(backColor)) return
    const { a, d, tx, ty } = this.matrix
    const { pixelWidth, pixelHeight } = this.renderer.renderTarget.renderTarget
    const left = Math.round((tx * 0.5 + 0.5) * pixelWidth),
      right = Math.round(((tx + a * width) * 0.5 + 0.5) * pixelWidth)
    const first = Math.round((ty * 0.5 + 0.5) * pixelHeight),
      last = Math.round(((ty + d * height) * 0.5 + 0.5) * pixelHeight)
    gl.enable(gl.SCISSOR_TEST)
    gl.scissor(left, Math.min(first, last), right - left, Math.abs(last - first))
    const packed = packColor(backColor)
    // Do not use `gl.clear`: pixi caches the clear colour, and reading it from WebGL would block until the GPU is idle.
    layerColor.set([(packed & 255) / 255, ((packed >>> 8) & 255) / 255, ((packed >>> 16) & 255) / 255, 1])
    gl.clearBufferfv(gl.COLOR, 0, layerColor)
    gl.disable(gl.SCISSOR_TEST)
  }
}

const background = new Float32Array(4)
const layerColor = new Float32Array(4)
const nothing = new Float32Array(4)
const onlyView = new Float32Array(9)
