import { groupType } from './component.ts'
import { noBindings } from './record.ts'
import type { Component, Id, Props } from './component.ts'
import type { Drawing } from './drawing.ts'
import type { Override, SymbolDefinition } from './symbol.ts'

/**
 * A drawing as JSON text, the same to the byte for equal documents: keys in one order, a component a line (so that
 * versions compare well), what is as in a plain component left out, and so are the members of instances: their symbols
 * make them again.
 */
export function writeDrawing(drawing: Drawing): string {
  const { backgroundName, backColor, backgroundImage, widthHeightRatio, width, height, dragZoom, theme } = drawing.layer
  const layer = JSON.stringify({
    backgroundName: unless('', backgroundName), backColor, backgroundImage, widthHeightRatio, width, height, dragZoom: unless(true, dragZoom),
    theme: unless('muted', theme),
  })
  const symbols = drawing.symbols?.length ? `"symbols":${writeList(drawing.symbols.map(writeSymbol))},` : ''
  const components = writeList(ownComponents(drawing).map(writeComponent))
  // Joined, not a template: that would be a rope, which whoever reads the text has to copy first.
  return [`{"version":${drawing.version},"name":${JSON.stringify(drawing.name)},"layer":${layer},${symbols}"components":`, components, '}\n'].join('')
}

/** A drawing's components but for the members of instances, which stand behind them in paint order. */
export function ownComponents({ components }: Pick<Drawing, 'components'>): readonly Component[] {
  if (!components.some(({ link }) => link)) return components
  const made = new Set<Id>()
  return components.filter(({ id, type, parent, link }) => {
    const isMade = parent !== null && made.has(parent)
    if (link || (isMade && type === groupType)) made.add(id)
    return !isMade
  })
}

function writeList(lines: readonly string[]): string {
  return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n]`
}

function writeSymbol({ id, name, width, height, origin, params, paramProps, components }: SymbolDefinition): string {
  const head = JSON.stringify({
    id, name, width, height, origin: origin && { library: origin.library, revision: origin.revision },
    params: params.length === 0 ? undefined : params.map(({ name: own, kind, default: value, words }) => ({ name: own, kind, default: value, words })),
    paramProps: sorted(paramProps, (props) => sorted(props)),
  })
  return `${head.slice(0, -1)},"components":${writeList(components.map(writeComponent))}}`
}

/** A place that is just the box of the record is not said twice. */
function writeLink({ x, y, width, height, link }: Component): unknown {
  if (!link) return undefined
  const { symbol, place, params, overrides } = link
  const isUpright = place.angleDeg === 0 && !place.flipX && !place.flipY
  const isSame = isUpright && place.x === x && place.y === y && place.width === width && place.height === height
  return {
    symbol,
    place: isSame ? undefined : {
      x: place.x, y: place.y, width: place.width, height: place.height,
      angleDeg: unless(0, place.angleDeg), flipX: unless(false, place.flipX), flipY: unless(false, place.flipY),
    },
    params: sorted(params),
    overrides: sorted(overrides, writeOverride),
  }
}

function writeOverride({ name, opacity, visible, locked, props, bindings, animation, action, extras, params }: Override): unknown {
  return { name, opacity, visible, locked, props: props && sorted(props), bindings, animation, action, extras: extras && sorted(extras), params: params && sorted(params) }
}

/** Entries by name, for they may have come in any order; undefined for none. */
function sorted<T>(entries: Readonly<Record<string, T>>, write: (value: T) => unknown = (value) => value): unknown {
  const names = Object.keys(entries)
  return names.length === 0 ? undefined : Object.fromEntries(names.sort().flatMap((name) => entries[name] === undefined ? [] : [[name, write(entries[name])]]))
}

/** A component's line, as `writeDrawing` has it. */
export function writeComponent(component: Component): string {
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
    copies: component.copies ?? undefined,
    props: sortedProps(component.props),
    bindings: component.bindings === noBindings ? undefined : component.bindings,
    animation: component.animation ?? undefined,
    action: component.action ?? undefined,
    extras: sortedProps(component.extras),
    link: writeLink(component),
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
