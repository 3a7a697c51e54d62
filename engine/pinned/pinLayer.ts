import { quality, type Quality } from '../bindings/quality.ts'
import type { Pin } from '../components/define.ts'
import type { Component, Id } from '../document/component.ts'
import type { FieldValue } from '../schema/index.ts'
import { showModel } from './model.ts'
import { showPage } from './page.ts'
import type { Pinned, PinWords } from './pinned.ts'
import { showVideo } from './video.ts'

const english: PinWords = { loading: 'Loading…', failed: 'No picture', retry: 'Try again' }

interface PinStage {
  readonly canvas: HTMLCanvasElement
  readonly camera: { readonly scale: number; toScreen(point: { readonly x: number; readonly y: number }): { readonly x: number; readonly y: number } }
  isVisible(component: Component): boolean
  frameOf(component: Component): Pick<Component, 'x' | 'y' | 'width' | 'height' | 'angleDeg' | 'opacity'>
  requestFrame(): void
}

interface PinType {
  readonly defaults?: Readonly<Record<string, FieldValue>>
  pin?(props: Readonly<Record<string, FieldValue>>): Pin | null
}

interface Place {
  readonly component: Component
  readonly type: PinType
  key: string
  mark: Quality
  pinned: Pinned | null
  transform: string
}

/** The elements of a drawing that pins any; null where it pins none, and nothing is put on the page. */
export function createPins(
  stage: PinStage, components: Iterable<Component>, types: { get(type: string): PinType | undefined }, words?: PinWords,
): PinLayer | null {
  const pinning = [...components].filter(({ type }) => typeof types.get(type)?.pin === 'function')
  return pinning.length > 0 ? new PinLayer(stage, pinning, types, words) : null
}

/**
 * The elements above the canvas, each held over its component's box whatever the camera does. An element is made when
 * its component has something to show, and again when that is something else; nothing of it is left on `destroy`.
 */
class PinLayer {
  private readonly stage: PinStage
  private readonly root: HTMLElement
  private readonly places = new Map<Id, Place>()
  private readonly words: PinWords

  constructor(stage: PinStage, components: Iterable<Component>, types: { get(type: string): PinType | undefined }, words: PinWords = english) {
    this.stage = stage
    this.words = words
    this.root = document.createElement('div')
    Object.assign(this.root.style, { position: 'absolute', inset: '0', overflow: 'hidden', pointerEvents: 'none' })
    for (const component of components) {
      const type = types.get(component.type)
      if (type) this.places.set(component.id, { component, type, key: '', mark: quality.good, pinned: null, transform: '' })
    }
    for (const { component } of this.places.values()) this.show(component.id, {})
    stage.canvas.after(this.root)
  }

  /** Live properties of a component, as doubtful as this: what is pinned follows them. */
  show(id: Id, live: Readonly<Record<string, FieldValue>>, mark: Quality = quality.good): void {
    const place = this.places.get(id)
    if (!place) return
    const pin = place.type.pin?.({ ...place.type.defaults, ...place.component.props, ...live }) ?? null
    const key = JSON.stringify(pin)
    if (key === place.key && mark === place.mark) return
    const isSame = key === place.key
    place.key = key
    place.mark = mark
    if (pin && place.pinned?.update?.(pin, mark)) return
    if (isSame) return
    this.take(place)
    if (!pin) return
    place.pinned = this.open(pin, mark)
    Object.assign(place.pinned.element.style, { position: 'absolute', left: '0', top: '0', transformOrigin: '0 0', pointerEvents: 'auto', border: '0' })
    place.pinned.element.dataset['component'] = id
    this.root.append(place.pinned.element)
    this.stage.requestFrame()
  }

  /** Puts every element where its component is on the screen; true when one wants another frame. */
  frame(nowMs: number): boolean {
    let wantsMore = false
    const { camera } = this.stage
    for (const place of this.places.values()) {
      if (!place.pinned) continue
      const { component, pinned } = place
      const { x, y, width, height, angleDeg, opacity } = this.stage.frameOf(component)
      const at = camera.toScreen({ x, y })
      const scale = camera.scale
      const middle = `translate(${(width / 2) * scale}px,${(height / 2) * scale}px) rotate(${angleDeg}deg) translate(${(-width / 2) * scale}px,${(-height / 2) * scale}px)`
      const transform = `translate(${at.x}px,${at.y}px) ${angleDeg === 0 ? '' : middle} scale(${scale})`
      const isShown = this.stage.isVisible(component)
      const look = `${transform} ${isShown} ${width} ${height} ${opacity}`
      if (look !== place.transform) {
        place.transform = look
        Object.assign(pinned.element.style, { width: `${width}px`, height: `${height}px`, transform, opacity: String(opacity), visibility: isShown ? 'visible' : 'hidden' })
      }
      if (isShown && pinned.frame?.(nowMs, width, height)) wantsMore = true
    }
    return wantsMore
  }

  destroy(): void {
    for (const place of this.places.values()) this.take(place)
    this.places.clear()
    this.root.remove()
  }

  private open(pin: Pin, mark: Quality): Pinned {
    switch (pin.kind) {
      case 'video': return showVideo(pin, this.words)
      case 'page': return showPage(pin)
      case 'model': return showModel(pin, mark, this.words, () => this.stage.requestFrame())
    }
  }

  private take(place: Place): void {
    place.pinned?.destroy()
    place.pinned?.element.remove()
    place.pinned = null
    place.transform = ''
  }
}
