import { Meta2d } from '@meta2d/core'
import type { Pen } from '@meta2d/core'
import type { Engine, EngineKind } from '../browser/engine.ts'
import { getColor, getFontSize, ink, lineWidth, stateColors, formatValue } from '../browser/workload.ts'
import type { Change, Item } from '../browser/workload.ts'

const unlocked = 0
const locked = 1

export const meta2d: EngineKind = {
  write: (items) =>
    JSON.stringify({
      x: 0,
      y: 0,
      scale: 1,
      origin: { x: 0, y: 0 },
      center: { x: 0, y: 0 },
      pens: items.map(createPen),
    }),
  start: createMeta2d,
}

/**
 * meta2d as documented: the running drawing is locked, values are set without rendering or events, and one render ends
 * the frame. Its render throttle is off, because otherwise it would skip frames.
 */
function createMeta2d(root: HTMLElement): Engine {
  const engine = new Meta2d(root, {
    interval: 0,
    autoFPS: false,
    minFPSNumber: 0,
    animateInterval: 0,
    disableInput: true,
    disableAnchor: true,
  })
  let kinds: Item['kind'][] = []
  let selected: Pen[] = []
  const camera = { x: 0, y: 0 }
  const setPenValue = ({ index, value }: Change) => {
    const id = toId(index)
    switch (kinds[index]) {
      case 'text':
        return { id, text: formatValue(value) }
      case 'line':
        return { id, color: getColor(value) }
      default:
        return { id, background: getColor(value) }
    }
  }

  return {
    async open(text, mode) {
      const data: Parameters<Meta2d['open']>[0] & { pens: Pen[] } = JSON.parse(text)
      data.locked = mode === 'run' ? locked : unlocked
      engine.open(data)
      kinds = data.pens.map((pen) => kindOfPen(pen))
    },
    set(change) {
      engine.setValue(setPenValue(change), { render: false, doEvent: false, history: false })
    },
    flush() {
      engine.render()
    },
    pan(x, y) {
      // The library's own call moves by a difference and draws immediately.
      const scale = engine.store.data.scale
      engine.translate((x - camera.x) / scale, (y - camera.y) / scale)
      Object.assign(camera, { x, y })
    },
    zoom(scale) {
      engine.scale(scale, { x: 0, y: 0 })
    },
    select(indexes) {
      selected = indexes.flatMap((index) => engine.findOne(toId(index)) ?? [])
      engine.active(selected, false)
    },
    move(dx, dy) {
      engine.translatePens(selected, dx, dy)
      engine.render()
    },
    undo() {
      engine.undo()
      engine.render()
    },
    destroy() {
      engine.destroy()
    },
  }
}

const toId = (index: number): string => `p${index}`

function kindOfPen(pen: Pen): Item['kind'] {
  switch (pen.name) {
    case 'rectangle':
      return 'rect'
    case 'circle':
      return 'circle'
    case 'line':
      return 'line'
    default:
      return 'text'
  }
}

function createPen(item: Item, index: number): Pen {
  const box = { id: toId(index), x: item.x, y: item.y, width: item.width, height: item.height, lineWidth: 0 }
  switch (item.kind) {
    case 'rect':
      return { ...box, name: 'rectangle', background: stateColors[0] }
    case 'circle':
      return { ...box, name: 'circle', background: stateColors[0] }
    case 'line': {
      const anchors = [
        { id: `a${index}`, x: 0, y: 0 },
        { id: `b${index}`, x: 1, y: 1 },
      ]
      return { ...box, name: 'line', type: 1, lineName: 'line', lineWidth, color: stateColors[0], anchors }
    }
    case 'text':
      return {
        ...box,
        name: 'text',
        text: '0.0',
        textColor: ink,
        fontFamily: 'sans-serif',
        fontSize: getFontSize(item),
        textAlign: 'left',
        textBaseline: 'middle',
        whiteSpace: 'pre-line',
      }
  }
}
