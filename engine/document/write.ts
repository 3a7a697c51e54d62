import { noBindings } from './record.ts'
import type { Component, Props } from './component.ts'
import type { Drawing } from './drawing.ts'

/**
 * A drawing as JSON text, the same to the byte for equal documents: keys in one order, a component a line (so that
 * versions compare well), what is as in a plain component left out.
 */
export function writeDrawing(drawing: Drawing): string {
  const { backColor, backgroundImage, widthHeightRatio, width, height } = drawing.layer
  const layer = JSON.stringify({ backColor, backgroundImage, widthHeightRatio, width, height })
  const head = `{"version":${drawing.version},"name":${JSON.stringify(drawing.name)},"layer":${layer},"components":[`
  return drawing.components.length === 0 ? `${head}]}\n` : `${head}\n${drawing.components.map(writeComponent).join(',\n')}\n]}\n`
}

function writeComponent(component: Component): string {
  return JSON.stringify({
    id: component.id,
    type: component.type,
    name: component.name,
    rank: component.rank,
    parent: component.parent ?? undefined,
    x: component.x,
    y: component.y,
    width: component.width,
    height: component.height,
    angleDeg: unless(0, component.angleDeg),
    flipX: unless(false, component.flipX),
    flipY: unless(false, component.flipY),
    opacity: unless(1, component.opacity),
    visible: unless(true, component.visible),
    locked: unless(false, component.locked),
    props: sortedProps(component.props),
    bindings: component.bindings === noBindings ? undefined : component.bindings,
    animation: component.animation ?? undefined,
    action: component.action ?? undefined,
  })
}

function unless<T>(plain: T, value: T): T | undefined {
  return value === plain ? undefined : value
}

/** Two records with equal properties may have got them in another order. */
function sortedProps(props: Props): Props | undefined {
  const names = Object.keys(props)
  if (names.length === 0) return undefined
  if (names.every((name, i) => i === 0 || (names[i - 1] ?? '') < name)) return props
  return Object.fromEntries(names.sort().map((name) => [name, props[name] ?? 0]))
}
