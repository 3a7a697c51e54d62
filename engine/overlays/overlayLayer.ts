import { quality, type Quality } from '../bindings/quality.ts'
import type { DomOverlay } from '../components/define.ts'
import type { Component, Id } from '../document/component.ts'
import { isOnScreen, type Box } from '../geometry/index.ts'
import type { FieldValue } from '../schema/index.ts'
import { clipOf, openingsIn, findOccluders } from './occlusion.ts'
import { showModel } from './model.ts'
import { RepaintAbove, type Painting } from './repaintAbove.ts'
import { showPage } from './page.ts'
import { screenPx, type Visibility, type Overlay, type OverlayTexts } from './overlay.ts'
import { showVideo } from './video.ts'

const english: Required<OverlayTexts> = { loading: 'Loading…', failed: 'No picture', retry: 'Try again', turning: 'Arrow keys turn it, plus and minus come nearer and go away, 0 shows it as at first', model: '3D model' }

interface PinStage {
  readonly canvas: HTMLCanvasElement
  readonly camera: { readonly scale: number; readonly visible: Box; toScreen(point: { readonly x: number; readonly y: number }): { readonly x: number; readonly y: number } }
  isVisible(component: Component): boolean
  frameOf(component: Component): Pick<Component, 'x' | 'y' | 'width' | 'height' | 'angleDeg' | 'flipX' | 'flipY' | 'opacity'>
  setCovered(id: Id, isCovered: boolean): void
  /** Paints what lies over elements above them, and there alone; false: it cannot. Absent: it cannot. */
  paintOver?(paintings: readonly Painting[]): boolean
  /** Tells of each component of which something live was said; absent: nothing ever is. */
  onLive?(listener: (id: Id) => void): () => void
  requestFrame(): void
}

interface PinType {
  readonly defaults?: Readonly<Record<string, FieldValue>>
  pin?(props: Readonly<Record<string, FieldValue>>): DomOverlay | null
}

interface Place {
  readonly component: Component
  readonly type: PinType
  /** Its place among the others, from below. */
  readonly order: number
  /** What is painted over it and is the drawing's to be clicked: the element has an opening where that is. */
  over: readonly Component[]
  /** What it has to show; null: nothing. */
  pin: DomOverlay | null
  key: string
  frame: Frame
  mark: Quality
  pinned: Overlay | null
  /** What shows, above the element, what is painted over it; null: nothing can come to lie there, or the element is not there. */
  above: RepaintAbove | null
  attention: Visibility
  isReached: boolean
  /** How its picture is mirrored. */
  flipX: boolean
  flipY: boolean
  hasShadow: boolean
  look: string
}

/** What of the component's own picture stays to be seen around the element. */
interface Frame {
  readonly border: number
  readonly radius: number
}

/** The elements of a drawing that pins any, of components in painter's order; null where it pins none, and nothing is put on the page. */
export function createOverlays(
  stage: PinStage, components: Iterable<Component>, types: { get(type: string): PinType | undefined }, words?: OverlayTexts,
): PinLayer | null {
  const order = [...components]
  return order.some(({ type }) => pins(types.get(type))) ? new PinLayer(stage, order, types, words) : null
}

const pins = (type: PinType | undefined): type is PinType => typeof type?.pin === 'function'

/** Marks what lies over the canvas for the drawing's own components: a pointer there is over the drawing. */
export const overlayAttribute = 'data-pins'

/**
 * The elements above the canvas, each held over its component's box, within its border, whatever the camera does. An
 * element is made when its component has something to show and is first seen, and again when that is something else;
 * nothing of it is left on `destroy`.
 */
class PinLayer {
  private readonly stage: PinStage
  private readonly root: HTMLElement
  private readonly canPaintOver: boolean
  private readonly places = new Map<Id, Place>()
  private readonly words: Required<OverlayTexts>
  private readonly all: readonly Component[]
  private isHandedOn: (component: Component) => boolean = () => false
  private scale = NaN
  /** Whether anything was painted over an element in the last frame. */
  private hasPaintings = false
  private unlisten: (() => void) | null = null

  /** `all`: the drawing's components in painter's order, whether they pin anything or not. */
  constructor(stage: PinStage, all: readonly Component[], types: { get(type: string): PinType | undefined }, words: OverlayTexts = english) {
    this.stage = stage
    this.words = { ...english, ...words }
    this.canPaintOver = stage.paintOver?.([]) ?? false
    this.root = document.createElement('div')
    this.root.setAttribute(overlayAttribute, '')
    // Not hidden: what is hidden is scrolled to by the tab key, and every element would be beside its place.
    Object.assign(this.root.style, { position: 'absolute', inset: '0', overflow: 'clip', isolation: 'isolate', pointerEvents: 'none' })
    this.all = all
    for (const component of all) {
      const type = types.get(component.type)
      if (!pins(type)) continue
      this.places.set(component.id, {
        component, type, order: this.places.size, over: [], pin: null, key: '', frame: bare, mark: quality.good, pinned: null, above: null, attention: 'seen', isReached: true, flipX: false, flipY: false, hasShadow: false, look: '',
      })
    }
    for (const { component } of this.places.values()) this.show(component.id, {})
    stage.canvas.after(this.root)
  }

  /** Says whose clicks are the drawing's: what is pinned for them lets the pointer through to the canvas. To be said before the first frame. */
  handOn(isHandedOn: (component: Component) => boolean): void {
    this.isHandedOn = isHandedOn
    const isPlain = (component: Component): boolean => !this.places.has(component.id) && isHandedOn(component)
    for (const place of this.places.values()) place.over = findOccluders(place.component, this.all, isPlain)
  }

  /** Live properties of a component, as doubtful as this: what is pinned follows them. */
  show(id: Id, live: Readonly<Record<string, FieldValue>>, mark: Quality = quality.good): void {
    const place = this.places.get(id)
    if (!place) return
    const props = { ...place.type.defaults, ...place.component.props, ...live }
    place.hasShadow = Number(live['shadowLength'] ?? place.component.extras.shadowLength ?? 0) > 0
    place.frame = { border: numberOf(props['borderWidth']), radius: numberOf(props['radius']) }
    const pin = place.type.pin?.(props) ?? null
    const key = JSON.stringify(pin)
    if (key === place.key && mark === place.mark) return
    const isSame = key === place.key
    place.pin = pin
    place.key = key
    place.mark = mark
    if (pin && place.pinned?.update?.(pin, mark)) return
    if (isSame) return
    this.take(place)
    this.stage.requestFrame()
  }

  /** Puts every element where its component is on the screen; true when one wants another frame. */
  frame(nowMs: number): boolean {
    let wantsMore = false
    const paintings: Painting[] = []
    const { camera } = this.stage
    const seen = camera.visible
    if (camera.scale !== this.scale) {
      this.scale = camera.scale
      this.root.style.setProperty(screenPx, `${1 / camera.scale}px`)
    }
    for (const place of this.places.values()) {
      if (!place.pin) continue
      const { component } = place
      const frame = this.stage.frameOf(component)
      const attention = !this.stage.isVisible(component) ? 'hidden' : isNear(frame, seen) ? 'seen' : 'aside'
      if (attention === 'seen') place.pinned ??= this.open(place, place.pin)
      const { pinned } = place
      if (!pinned) continue
      if (attention !== place.attention) pinned.attend?.(attention)
      place.attention = attention
      const isReached = attention !== 'hidden' && isOnScreen(frame, seen)
      if (isReached !== place.isReached) pinned.reach?.(isReached)
      place.isReached = isReached
      // The shadow is that of the whole picture, so what has one stays whole beneath.
      this.stage.setCovered(component.id, !place.hasShadow && (pinned.isWhole?.() ?? true))

      const { x, y, width, height, angleDeg, flipX, flipY, opacity } = frame
      if (flipX !== place.flipX || flipY !== place.flipY) {
        place.flipX = flipX
        place.flipY = flipY
        pinned.mirror?.(flipX, flipY)
      }
      const border = Math.min(place.frame.border, width / 2, height / 2)
      const [innerWidth, innerHeight] = [width - 2 * border, height - 2 * border]
      const radius = Math.max(0, Math.min(place.frame.radius, width / 2, height / 2) - border)
      const at = camera.toScreen({ x, y })
      const { scale } = camera
      const middle = `translate(${(width / 2) * scale}px,${(height / 2) * scale}px) rotate(${angleDeg}deg) translate(${(-width / 2) * scale}px,${(-height / 2) * scale}px)`
      const transform = `translate(${at.x}px,${at.y}px) ${angleDeg === 0 ? '' : middle} scale(${scale}) translate(${border}px,${border}px)`
      const overlaid = place.over.filter((other) => this.stage.isVisible(other)).map((other) => this.stage.frameOf(other))
      const clipPath = clipOf(innerWidth, innerHeight, overlaid.length > 0 ? openingsIn(frame, border, overlaid) : [])
      const look = `${transform} ${attention} ${innerWidth} ${innerHeight} ${radius} ${opacity} ${clipPath}`
      if (look !== place.look) {
        place.look = look
        Object.assign(pinned.element.style, {
          width: `${innerWidth}px`, height: `${innerHeight}px`, transform, opacity: String(opacity), borderRadius: `${radius}px`, clipPath,
          visibility: attention === 'hidden' ? 'hidden' : 'visible',
        })
      }
      // A pixel more on each side: two smoothed edges over each other would leave a seam.
      const edge = border - 1 / scale
      const painting = place.above?.paintingOver({ x: x + edge, y: y + edge, width: width - 2 * edge, height: height - 2 * edge, angleDeg }, attention === 'seen', this.stage)
      if (painting) paintings.push(painting)
      if (attention === 'seen' && pinned.frame?.(nowMs, innerWidth, innerHeight)) wantsMore = true
    }
    if (paintings.length > 0 || this.hasPaintings) this.stage.paintOver?.(paintings)
    this.hasPaintings = paintings.length > 0
    return wantsMore
  }

  destroy(): void {
    this.stage.paintOver?.([])
    this.unlisten?.()
    for (const place of this.places.values()) this.take(place)
    this.places.clear()
    this.root.remove()
  }

  private open(place: Place, pin: DomOverlay): Overlay {
    const { component, mark, order } = place
    const isHandedOn = this.isHandedOn(component)
    const pinned = this.make(pin, mark, isHandedOn ? null : component.name)
    Object.assign(pinned.element.style, {
      position: 'absolute', left: '0', top: '0', zIndex: String(order), overflow: 'hidden', transformOrigin: '0 0', border: '0',
      pointerEvents: isHandedOn ? 'none' : 'auto',
    })
    pinned.element.dataset['component'] = component.id
    this.root.append(pinned.element)
    const above = findOccluders(component, this.all, () => true)
    if (above.length > 0 && this.canPaintOver) {
      place.above = new RepaintAbove(above, order)
      this.unlisten ??= this.stage.onLive?.((id) => {
        for (const one of this.places.values()) one.above?.heard(id)
      }) ?? null
      this.root.append(place.above.element)
    }
    return pinned
  }

  /** `name`: whose keys are its own; null: its pointer and keys are the drawing's. */
  private make(pin: DomOverlay, mark: Quality, name: string | null): Overlay {
    switch (pin.kind) {
      case 'video': return showVideo(pin, this.words, name === null)
      case 'page': return showPage(pin)
      case 'model': return showModel(pin, mark, this.words, () => this.stage.requestFrame(), name)
    }
  }

  private take(place: Place): void {
    if (place.pinned) this.stage.setCovered(place.component.id, false)
    place.pinned?.destroy()
    place.pinned?.element.remove()
    place.above?.element.remove()
    place.above = null
    place.pinned = null
    place.attention = 'seen'
    place.isReached = true
    place.flipX = false
    place.flipY = false
    place.look = ''
  }
}

const bare: Frame = { border: 0, radius: 0 }

function numberOf(value: FieldValue | undefined): number {
  return typeof value === 'number' ? Math.max(0, value) : 0
}

/** Whether a turned box may be within what is seen, or a quarter of that beside it: who moves the picture to and fro interrupts nothing. */
function isNear({ x, y, width, height }: Box, seen: Box): boolean {
  const reach = Math.hypot(width, height) / 2
  const [dx, dy] = [Math.abs(x + width / 2 - seen.x - seen.width / 2), Math.abs(y + height / 2 - seen.y - seen.height / 2)]
  return dx <= 0.75 * seen.width + reach && dy <= 0.75 * seen.height + reach
}
