import type { Engine, EngineKind } from '../browser/engine.ts'
import { getColor, getFontSize, ink, layer, lineWidth, stateColors, formatValue } from '../browser/workload.ts'
import type { Item } from '../browser/workload.ts'

export const svg: EngineKind = { write: (items) => JSON.stringify(items), start: createSvg }

/**
 * SVG in the page: created by one parse; text changes through its text node, colours through attributes, camera through
 * a CSS transform on a separate compositor layer, no pointer events on shapes.
 */
function createSvg(root: HTMLElement): Engine {
  let items: Item[] = []
  let elements: Element[] = []
  let labels: (Text | null)[] = []
  let selected: readonly number[] = []
  let camera = { x: 0, y: 0, scale: 1 }
  const moved = { x: 0, y: 0 }
  const picture = () => root.querySelector('svg')

  const place = (next: Partial<typeof camera>) => {
    camera = { ...camera, ...next }
    const shown = picture()
    if (shown) shown.style.transform = `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})`
  }

  return {
    async open(text) {
      items = parseItems(text)
      root.innerHTML =
        `<svg xmlns="http://www.w3.org/2000/svg" width="${layer.width}" height="${layer.height}" ` +
        'style="pointer-events:none;will-change:transform;transform-origin:0 0;overflow:visible;display:block">' +
        `${items.map(markup).join('')}</svg>`
      elements = [...(picture()?.children ?? [])]
      labels = elements.map((element) => (element.firstChild instanceof Text ? element.firstChild : null))
    },
    set({ index, value }) {
      const label = labels[index]
      if (label) label.data = formatValue(value)
      else elements[index]?.setAttribute(items[index]?.kind === 'line' ? 'stroke' : 'fill', getColor(value))
    },
    flush() {
      // The browser draws before the next frame.
    },
    pan: (x, y) => place({ x, y }),
    zoom: (scale) => place({ scale }),
    select(indexes) {
      selected = indexes
      Object.assign(moved, { x: 0, y: 0 })
    },
    move(dx, dy) {
      moved.x += dx
      moved.y += dy
      for (const index of selected) elements[index]?.setAttribute('transform', `translate(${moved.x} ${moved.y})`)
      // Reading a bounding box forces layout now, as the other engines draw now.
      picture()?.getBBox()
    },
    destroy() {
      root.replaceChildren()
    },
  }
}

export function parseItems(text: string): Item[] {
  const items: Item[] = JSON.parse(text)
  return items
}

function markup(item: Item): string {
  const { x, y, width, height } = item
  switch (item.kind) {
    case 'rect':
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${stateColors[0]}"/>`
    case 'circle':
      return `<circle cx="${x + width / 2}" cy="${y + height / 2}" r="${height / 2}" fill="${stateColors[0]}"/>`
    case 'line':
      return `<line x1="${x}" y1="${y}" x2="${x + width}" y2="${y + height}" stroke="${stateColors[0]}" stroke-width="${lineWidth}"/>`
    case 'text':
      return (
        `<text x="${x}" y="${y + height / 2}" font-family="sans-serif" font-size="${getFontSize(item)}" ` +
        `dominant-baseline="central" fill="${ink}">0.0</text>`
      )
  }
}
