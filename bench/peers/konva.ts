import Konva from 'konva'
import type { Engine, EngineKind } from '../browser/engine.ts'
import { getColor, getFontSize, ink, layer as size, lineWidth, stateColors, formatValue } from '../browser/workload.ts'
import type { Item } from '../browser/workload.ts'

export const konva: EngineKind = {
  write: (items) =>
    JSON.stringify({
      className: 'Stage',
      attrs: { width: size.width, height: size.height },
      children: [{ className: 'Layer', attrs: { listening: false }, children: items.map(createNode) }],
    }),
  start: createKonva,
}

/**
 * Konva with its performance tips: one non-listening layer, shapes without perfect drawing or hit graphs, pixel ratio
 * one, automatic drawing off and one draw per frame.
 */
function createKonva(root: HTMLDivElement): Engine {
  Konva.pixelRatio = 1
  Konva.autoDrawEnabled = false
  let stage: Konva.Stage | undefined
  let layer: Konva.Layer | undefined
  let nodes: Konva.Node[] = []
  let selected: readonly number[] = []

  return {
    async open(text) {
      const node: unknown = Konva.Node.create(text, root)
      if (!(node instanceof Konva.Stage)) throw new Error('konva read no stage')
      stage = node
      layer = stage.getLayers()[0]
      nodes = layer?.getChildren() ?? []
      layer?.draw()
    },
    set({ index, value }) {
      const node = nodes[index]
      if (node instanceof Konva.Text) node.text(formatValue(value))
      else if (node instanceof Konva.Line) node.stroke(getColor(value))
      else if (node instanceof Konva.Shape) node.fill(getColor(value))
    },
    flush() {
      layer?.draw()
    },
    pan(x, y) {
      layer?.position({ x, y })
    },
    zoom(scale) {
      layer?.scale({ x: scale, y: scale })
    },
    select(indexes) {
      selected = indexes
    },
    move(dx, dy) {
      for (const index of selected) nodes[index]?.move({ x: dx, y: dy })
      layer?.draw()
    },
    destroy() {
      stage?.destroy()
    },
  }
}

function createNode(item: Item) {
  const shared = { listening: false, perfectDrawEnabled: false, shadowForStrokeEnabled: false }
  const { x, y, width, height } = item
  switch (item.kind) {
    case 'rect':
      return { className: 'Rect', attrs: { ...shared, x, y, width, height, fill: stateColors[0] } }
    case 'circle':
      return {
        className: 'Circle',
        attrs: { ...shared, x: x + width / 2, y: y + height / 2, radius: height / 2, fill: stateColors[0] },
      }
    case 'line':
      return {
        className: 'Line',
        attrs: {
          ...shared,
          points: [x, y, x + width, y + height],
          stroke: stateColors[0],
          strokeWidth: lineWidth,
          hitStrokeWidth: 0,
        },
      }
    case 'text': {
      const fontSize = getFontSize(item)
      return {
        className: 'Text',
        attrs: {
          ...shared,
          x,
          y: y + (height - fontSize) / 2,
          text: '0.0',
          fontFamily: 'sans-serif',
          fontSize,
          fill: ink,
          wrap: 'none',
        },
      }
    }
  }
}
