import { groupType } from './component.ts'
import { noBindings } from './record.ts'
import type { Component, Id, Props } from './component.ts'
import type { Drawing } from './drawing.ts'
import type { Override, SymbolDefinition } from './symbol.ts'

/**
 * Serializes a drawing as JSON. Equal drawings give identical bytes: keys have a fixed order, each component is on its
 * own line for readable diffs, and default values and members of instances are omitted.
 */
export function writeDrawing(drawing: Drawing): string {
  const { backgroundName, backColor, backgroundImage, widthHeightRatio, width, height, dragZoom, theme } = drawing.layer
  const layer = JSON.stringify({
    backgroundName: unless('', backgroundName),
    backColor,
    backgroundImage,
    widthHeightRatio,
    width,
    height,
    dragZoom: unless(true, dragZoom),
    theme: unless('muted', theme),
  })
  const symbols = drawing.symbols?.length ? `"symbols":${writeList(drawing.symbols.map(writeSymbol))},` : ''
  const components = writeList(getOwnComponents(drawing).map(writeComponent))
  // Joined, because a concatenated string would be copied again when it is read.
  return [
    `{"version":${drawing.version},"name":${JSON.stringify(drawing.name)},"layer":${layer},${symbols}"components":`,
    components,
    '}\n',
  ].join('')
}

/** Returns the components without members of instances, which follow their instance in paint order. */
export function getOwnComponents({ components }: Pick<Drawing, 'components'>): readonly Component[] {
  if (!components.some(({ link }) => link)) return components
  const generatedIds = new Set<Id>()
  return components.filter(({ id, type, parent, link }) => {
    const isGenerated = parent !== null && generatedIds.has(parent)
    if (link || (isGenerated && type === groupType)) generatedIds.add(id)
    return !isGenerated
  })
}

function writeList(lines: readonly string[]): string {
  return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n]`
}

function writeSymbol({ id, name, width, height, origin, params, paramProps, components }: SymbolDefinition): string {
  const head = JSON.stringify({
    id,
    name,
    width,
    height,
    origin: origin && { library: origin.library, revision: origin.revision },
    params:
      params.length === 0
        ? undefined
        : params.map(({ name: own, kind, default: value, words }) => ({ name: own, kind, default: value, words })),
    paramProps: sortEntries(paramProps, (props) => sortEntries(props)),
  })
  return `${head.slice(0, -1)},"components":${writeList(components.map(writeComponent))}}`
}

/** A place equal to the record's box is omitted. */
function writeLink({ x, y, width, height, link }: Component): unknown {
  if (!link) return undefined
  const { symbol, place, params, overrides } = link
  const isUpright = place.angleDeg === 0 && !place.flipX && !place.flipY
  const isSame = isUpright && place.x === x && place.y === y && place.width === width && place.height === height
  return {
    symbol,
    place: isSame
      ? undefined
      : {
          x: place.x,
          y: place.y,
          width: place.width,
          height: place.height,
          angleDeg: unless(0, place.angleDeg),
          flipX: unless(false, place.flipX),
          flipY: unless(false, place.flipY),
        },
    params: sortEntries(params),
    overrides: sortEntries(overrides, writeOverride),
  }
}

function writeOverride({
  name,
  opacity,
  visible,
  locked,
  props,
  bindings,
  animation,
  action,
  extras,
  params,
}: Override): unknown {
  return {
    name,
    opacity,
    visible,
    locked,
    props: props && sortEntries(props),
    bindings,
    animation,
    action,
    extras: extras && sortEntries(extras),
    params: params && sortEntries(params),
  }
}

/** Returns entries sorted by name, or undefined if there are none. */
function sortEntries<T>(
  entries: Readonly<Record<string, T>>,
  write: (value: T) => unknown = (value) => value,
): unknown {
  const names = Object.keys(entries)
  return names.length === 0
    ? undefined
    : Object.fromEntries(
        names.sort().flatMap((name) => (entries[name] === undefined ? [] : [[name, write(entries[name])]])),
      )
}

/** Serializes a component as one line, as in `writeDrawing`. */
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
    props: sortProps(component.props),
    bindings: component.bindings === noBindings ? undefined : component.bindings,
    animation: component.animation ?? undefined,
    action: component.action ?? undefined,
    extras: sortProps(component.extras),
    link: writeLink(component),
  })
}

function unless<T>(plain: T, value: T): T | undefined {
  return value === plain ? undefined : value
}

/** Equal properties may have been added in different order. */
function sortProps(props: Props): Props | undefined {
  const names = Object.keys(props)
  if (names.length === 0) return undefined
  if (names.every((name, i) => i === 0 || (names[i - 1] ?? '') < name)) return props
  return Object.fromEntries(names.sort().map((name) => [name, props[name] ?? 0]))
}
