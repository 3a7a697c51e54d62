import { quality, type Quality } from '../bindings/quality.ts'
import type { DomOverlay } from '../components/define.ts'
import type { Component, Id } from '../document/model/component.ts'
import { isOnScreen, type Box } from '../geometry/index.ts'
import type { FieldValue } from '../schema/index.ts'
import { toClipPath, openingsIn, findOccluders } from './occlusion.ts'
import { showModel } from './model.ts'
import { RepaintAbove, type Painting } from './repaintAbove.ts'
import { showPage } from './page.ts'
import { screenPx, type Visibility, type Overlay, type OverlayTexts } from './overlay.ts'
import { showVideo } from './video.ts'

const english: Required<OverlayTexts> = {
  loading: 'Loading…',
  failed: 'No picture',
  retry: 'Retry',
  turning: 'Arrow keys: rotate. Plus and minus: zoom. 0: reset view.',
  model: '3D model',
}

interface OverlayStage {
  readonly canvas: HTMLCanvasElement
  readonly camera: {
    readonly scale: number
    readonly visible: Box
    toScreen(point: { readonly x: number; readonly y: number }): { readonly x: number; readonly y: number }
  }
  isVisible(component: Component): boolean
  getFrame(
    component: Component,
  ): Pick<Component, 'x' | 'y' | 'width' | 'height' | 'angleDeg' | 'flipX' | 'flipY' | 'opacity'>
  setCovered(id: Id, isCovered: boolean): void
  /**
   * Paints components that lie over elements on canvases above these elements. Returns false, or is absent, if the
   * stage cannot do this.
   */
  paintOver?(paintings: readonly Painting[]): boolean
  /**
   * Calls the listener with the id of each component that received a live value. Absent if the stage has no live
   * values.
   */
  onLive?(listener: (id: Id) => void): () => void
  requestFrame(): void
}

interface OverlayType {
  readonly defaults?: Readonly<Record<string, FieldValue>>
  overlay?(props: Readonly<Record<string, FieldValue>>): DomOverlay | null
}

interface Place {
  readonly component: Component
  readonly type: OverlayType
  /** Stacking order among the elements, from the bottom. */
  readonly order: number
  /** Clickable components painted over the element. The element has an opening at their positions. */
  over: readonly Component[]
  /** Content of the element; null if there is none. */
  content: DomOverlay | null
  key: string
  frame: Frame
  mark: Quality
  overlay: Overlay | null
  /**
   * Canvas that repaints the components above the element; null if the element does not exist or nothing can overlap
   * it.
   */
  above: RepaintAbove | null
  visibility: Visibility
  isInView: boolean
  /** Mirroring of the picture. */
  flipX: boolean
  flipY: boolean
  hasShadow: boolean
  theme: string
}

/** Part of the component's own picture that stays visible around the element, in drawing pixels. */
interface Frame {
  readonly border: number
  readonly radius: number
}

/**
 * Creates the overlay elements of a drawing. `components` is in painter's order. Returns null and adds nothing to the
 * page if no component has an overlay.
 */
export function createOverlays(
  stage: OverlayStage,
  components: Iterable<Component>,
  types: { get(type: string): OverlayType | undefined },
  words?: OverlayTexts,
): OverlayLayer | null {
  const order = [...components]
  return order.some(({ type }) => hasOverlay(types.get(type))) ? new OverlayLayer(stage, order, types, words) : null
}

const hasOverlay = (type: OverlayType | undefined): type is OverlayType => typeof type?.overlay === 'function'

/** Attribute of the container above the canvas. A pointer over this container is over the drawing. */
export const overlayAttribute = 'data-pins'

/**
 * Keeps DOM elements above the canvas aligned with their components, inside the component's border, while the camera
 * moves. An element is created when its component has content and first becomes visible, recreated when the content
 * changes, and removed on `destroy`.
 */
class OverlayLayer {
  private readonly stage: OverlayStage
  private readonly root: HTMLElement
  private readonly canPaintOver: boolean
  private readonly places = new Map<Id, Place>()
  private readonly words: Required<OverlayTexts>
  private readonly all: readonly Component[]
  private isClickThrough: (component: Component) => boolean = () => false
  private scale = NaN
  /** Whether the last frame painted anything over an element. */
  private hasPaintings = false
  private unlisten: (() => void) | null = null

  /** `all` contains all components of the drawing in painter's order, with and without overlays. */
  constructor(
    stage: OverlayStage,
    all: readonly Component[],
    types: { get(type: string): OverlayType | undefined },
    words: OverlayTexts = english,
  ) {
    this.stage = stage
    this.words = { ...english, ...words }
    this.canPaintOver = stage.paintOver?.([]) ?? false
    this.root = document.createElement('div')
    this.root.setAttribute(overlayAttribute, '')
    // `clip` instead of `hidden`: the Tab key scrolls a container with `overflow: hidden`, which would displace all
    // elements.
    Object.assign(this.root.style, {
      position: 'absolute',
      inset: '0',
      overflow: 'clip',
      isolation: 'isolate',
      pointerEvents: 'none',
    })
    this.all = all
    for (const component of all) {
      const type = types.get(component.type)
      if (!hasOverlay(type)) continue
      this.places.set(component.id, {
        component,
        type,
        order: this.places.size,
        over: [],
        content: null,
        key: '',
        frame: bare,
        mark: quality.good,
        overlay: null,
        above: null,
        visibility: 'seen',
        isInView: true,
        flipX: false,
        flipY: false,
        hasShadow: false,
        theme: '',
      })
    }
    for (const { component } of this.places.values()) this.show(component.id, {})
    stage.canvas.after(this.root)
  }

  /**
   * Sets which components pass clicks to the drawing; their elements let the pointer through to the canvas. Call it
   * before the first frame.
   */
  setClickThrough(isClickThrough: (component: Component) => boolean): void {
    this.isClickThrough = isClickThrough
    const isPlain = (component: Component): boolean => !this.places.has(component.id) && isClickThrough(component)
    for (const place of this.places.values()) place.over = findOccluders(place.component, this.all, isPlain)
  }

  /** Applies live properties of a component and their quality to its element. */
  show(id: Id, live: Readonly<Record<string, FieldValue>>, mark: Quality = quality.good): void {
    const place = this.places.get(id)
    if (!place) return
    const props = { ...place.type.defaults, ...place.component.props, ...live }
    place.hasShadow = Number(live['shadowLength'] ?? place.component.extras.shadowLength ?? 0) > 0
    place.frame = { border: toLength(props['borderWidth']), radius: toLength(props['radius']) }
    const content = place.type.overlay?.(props) ?? null
    const key = JSON.stringify(content)
    if (key === place.key && mark === place.mark) return
    const isSame = key === place.key
    place.content = content
    place.key = key
    place.mark = mark
    if (content && place.overlay?.update?.(content, mark)) return
    if (isSame) return
    this.removeOverlay(place)
    this.stage.requestFrame()
  }

  /** Aligns every element with its component on the screen. Returns true if an element requests another frame. */
  frame(nowMs: number): boolean {
    let needsFrame = false
    const paintings: Painting[] = []
    const { camera } = this.stage
    const visibleArea = camera.visible
    if (camera.scale !== this.scale) {
      this.scale = camera.scale
      this.root.style.setProperty(screenPx, `${1 / camera.scale}px`)
    }
    for (const place of this.places.values()) {
      if (!place.content) continue
      const { component } = place
      const frame = this.stage.getFrame(component)
      const visibility = !this.stage.isVisible(component) ? 'hidden' : isNear(frame, visibleArea) ? 'seen' : 'aside'
      if (visibility === 'seen') place.overlay ??= this.open(place, place.content)
      const { overlay } = place
      if (!overlay) continue
      if (visibility !== place.visibility) overlay.setVisibility?.(visibility)
      place.visibility = visibility
      const isInView = visibility !== 'hidden' && isOnScreen(frame, visibleArea)
      if (isInView !== place.isInView) overlay.setOnScreen?.(isInView)
      place.isInView = isInView
      // A shadow is cast by the whole picture, so a component with a shadow is painted completely below its element.
      this.stage.setCovered(component.id, !place.hasShadow && (overlay.isWhole?.() ?? true))

      const { x, y, width, height, angleDeg, flipX, flipY, opacity } = frame
      if (flipX !== place.flipX || flipY !== place.flipY) {
        place.flipX = flipX
        place.flipY = flipY
        overlay.mirror?.(flipX, flipY)
      }
      const border = Math.min(place.frame.border, width / 2, height / 2)
      const [innerWidth, innerHeight] = [width - 2 * border, height - 2 * border]
      const radius = Math.max(0, Math.min(place.frame.radius, width / 2, height / 2) - border)
      const at = camera.toScreen({ x, y })
      const { scale } = camera
      const middle = `translate(${(width / 2) * scale}px,${(height / 2) * scale}px) rotate(${angleDeg}deg) translate(${(-width / 2) * scale}px,${(-height / 2) * scale}px)`
      const transform = `translate(${at.x}px,${at.y}px) ${angleDeg === 0 ? '' : middle} scale(${scale}) translate(${border}px,${border}px)`
      const overlaid = place.over
        .filter((other) => this.stage.isVisible(other))
        .map((other) => this.stage.getFrame(other))
      const clipPath = toClipPath(
        innerWidth,
        innerHeight,
        overlaid.length > 0 ? openingsIn(frame, border, overlaid) : [],
      )
      const theme = `${transform} ${visibility} ${innerWidth} ${innerHeight} ${radius} ${opacity} ${clipPath}`
      if (theme !== place.theme) {
        place.theme = theme
        Object.assign(overlay.element.style, {
          width: `${innerWidth}px`,
          height: `${innerHeight}px`,
          transform,
          opacity: String(opacity),
          borderRadius: `${radius}px`,
          clipPath,
          visibility: visibility === 'hidden' ? 'hidden' : 'visible',
        })
      }
      // Extend the area by one screen pixel on each side; otherwise two anti-aliased edges would leave a visible seam.
      const edge = border - 1 / scale
      const painting = place.above?.getPainting(
        { x: x + edge, y: y + edge, width: width - 2 * edge, height: height - 2 * edge, angleDeg },
        visibility === 'seen',
        this.stage,
      )
      if (painting) paintings.push(painting)
      if (visibility === 'seen' && overlay.frame?.(nowMs, innerWidth, innerHeight)) needsFrame = true
    }
    if (paintings.length > 0 || this.hasPaintings) this.stage.paintOver?.(paintings)
    this.hasPaintings = paintings.length > 0
    return needsFrame
  }

  destroy(): void {
    this.stage.paintOver?.([])
    this.unlisten?.()
    for (const place of this.places.values()) this.removeOverlay(place)
    this.places.clear()
    this.root.remove()
  }

  private open(place: Place, content: DomOverlay): Overlay {
    const { component, mark, order } = place
    const isClickThrough = this.isClickThrough(component)
    const overlay = this.createOverlay(content, mark, isClickThrough ? null : component.name)
    Object.assign(overlay.element.style, {
      position: 'absolute',
      left: '0',
      top: '0',
      zIndex: String(order),
      overflow: 'hidden',
      transformOrigin: '0 0',
      border: '0',
      pointerEvents: isClickThrough ? 'none' : 'auto',
    })
    overlay.element.dataset['component'] = component.id
    this.root.append(overlay.element)
    const above = findOccluders(component, this.all, () => true)
    if (above.length > 0 && this.canPaintOver) {
      place.above = new RepaintAbove(above, order)
      this.unlisten ??=
        this.stage.onLive?.((id) => {
          for (const one of this.places.values()) one.above?.invalidate(id)
        }) ?? null
      this.root.append(place.above.element)
    }
    return overlay
  }

  /**
   * `name` is the accessible name of an element that handles its own keys; null if the drawing handles its pointer and
   * keys.
   */
  private createOverlay(content: DomOverlay, mark: Quality, name: string | null): Overlay {
    switch (content.kind) {
      case 'video':
        return showVideo(content, this.words, name === null)
      case 'page':
        return showPage(content)
      case 'model':
        return showModel(content, mark, this.words, () => this.stage.requestFrame(), name)
    }
  }

  private removeOverlay(place: Place): void {
    if (place.overlay) this.stage.setCovered(place.component.id, false)
    place.overlay?.destroy()
    place.overlay?.element.remove()
    place.above?.element.remove()
    place.above = null
    place.overlay = null
    place.visibility = 'seen'
    place.isInView = true
    place.flipX = false
    place.flipY = false
    place.theme = ''
  }
}

const bare: Frame = { border: 0, radius: 0 }

function toLength(value: FieldValue | undefined): number {
  return typeof value === 'number' ? Math.max(0, value) : 0
}

/**
 * Whether a rotated box may be visible or within a quarter of the visible size beside it. The margin avoids
 * interrupting elements during small camera movements.
 */
function isNear({ x, y, width, height }: Box, visibleArea: Box): boolean {
  const reach = Math.hypot(width, height) / 2
  const [dx, dy] = [
    Math.abs(x + width / 2 - visibleArea.x - visibleArea.width / 2),
    Math.abs(y + height / 2 - visibleArea.y - visibleArea.height / 2),
  ]
  return dx <= 0.75 * visibleArea.width + reach && dy <= 0.75 * visibleArea.height + reach
}
