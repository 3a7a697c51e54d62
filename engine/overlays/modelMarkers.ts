import type { OverlayMarker } from '../components/define.ts'
import { quality, type Quality } from '../bindings/quality.ts'

/**
 * Projects a point of the model onto its picture, as fractions (0 to 1) of the picture; null if the point is behind the
 * camera.
 */
export type Project = (at: OverlayMarker['at']) => { readonly x: number; readonly y: number } | null

/**
 * Labels over a model: a dot at the position of each marker, with its name and value. Stale and bad values are drawn
 * without colour.
 */
export class ModelMarkers {
  readonly element = document.createElement('div')
  private labels: readonly { readonly marker: OverlayMarker; readonly element: HTMLElement }[] = []

  constructor() {
    Object.assign(this.element.style, { position: 'absolute', inset: '0', overflow: 'hidden', pointerEvents: 'none' })
  }

  show(markers: readonly OverlayMarker[], mark: Quality): void {
    this.labels = markers.map((marker) => ({ marker, element: createLabel(marker, mark) }))
    this.element.replaceChildren(...this.labels.map(({ element }) => element))
  }

  place(project: Project, width: number, height: number): void {
    for (const { marker, element } of this.labels) {
      const at = project(marker.at)
      element.style.display = at ? 'flex' : 'none'
      if (at)
        element.style.transform = `translate(${Math.round(at.x * width * 10) / 10}px,${Math.round(at.y * height * 10) / 10}px)`
    }
  }
}

function createLabel({ name, value, color }: OverlayMarker, mark: Quality): HTMLElement {
  const label = document.createElement('div')
  const isDoubtful = mark >= quality.bad
  // The offset puts the centre of the dot on the marker's position.
  Object.assign(label.style, {
    position: 'absolute',
    left: '-5px',
    top: '-10px',
    display: 'none',
    alignItems: 'center',
    gap: '4px',
    height: '20px',
    font: '12px system-ui, sans-serif',
    whiteSpace: 'nowrap',
    color: '#20262c',
  })
  const dot = part('', {
    width: '8px',
    height: '8px',
    borderRadius: '50%',
    border: '1px solid #20262c',
    flex: 'none',
    background: isDoubtful ? 'transparent' : color,
  })
  label.append(dot)
  if (name === '' && value === '') return label
  const plate = part('', {
    display: 'flex',
    gap: '6px',
    padding: '1px 5px',
    borderRadius: '3px',
    background: '#ffffffe6',
    border: mark === quality.bad ? '1.5px solid #a8326e' : isDoubtful ? '1.5px dashed #7a6a9a' : '1px solid #7c8792',
  })
  if (name !== '') plate.append(part(name, {}))
  if (value !== '') plate.append(part(value, { fontWeight: '600', color: isDoubtful ? '#7c8792' : 'inherit' }))
  label.append(plate)
  return label
}

/** Sets text content, never HTML: names come from drawings and values from devices. */
function part(words: string, style: Partial<CSSStyleDeclaration>): HTMLElement {
  const element = document.createElement('span')
  element.textContent = words
  Object.assign(element.style, style)
  return element
}
