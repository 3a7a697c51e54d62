import type { Component, PageTheme } from '../document/model/component.ts'
import type { FieldValue } from '../schema/index.ts'
import { alarmList } from './alarmList/alarmList.ts'
import { button } from './button/button.ts'
import { chartBar } from './chartBar/chartBar.ts'
import { chartGauge } from './chartGauge/chartGauge.ts'
import { chartLine } from './chartLine/chartLine.ts'
import { chartLineStep } from './chartLineStep/chartLineStep.ts'
import { chartPie } from './chartPie/chartPie.ts'
import { chartWater } from './chartWater/chartWater.ts'
import type { AnyComponentType, Feed } from './define.ts'
import { circular } from './circular/circular.ts'
import { clock } from './clock/clock.ts'
import { connector } from './connector/connector.ts'
import { dashed } from './dashed/dashed.ts'
import { dataValue } from './dataValue/dataValue.ts'
import { flowBar } from './flowBar/flowBar.ts'
import { gauge } from './gauge/gauge.ts'
import { historyCurve } from './historyCurve/historyCurve.ts'
import { image } from './image/image.ts'
import { lamp } from './lamp/lamp.ts'
import { line } from './line/line.ts'
import { lineArrow } from './lineArrow/lineArrow.ts'
import { map } from './map/map.ts'
import { pipe } from './pipe/pipe.ts'
import { polygon } from './polygon/polygon.ts'
import { progress } from './progress/progress.ts'
import { rect } from './rect/rect.ts'
import { scene3d } from './scene3d/scene3d.ts'
import { switchType } from './switch/switch.ts'
import { table } from './table/table.ts'
import { tank } from './tank/tank.ts'
import { text } from './text/text.ts'
import { triangle } from './triangle/triangle.ts'
import { valueInput } from './valueInput/valueInput.ts'
import { video } from './video/video.ts'
import { weather } from './weather/weather.ts'
import { symbol } from './symbol/symbol.ts'
import { webPage } from './webPage/webPage.ts'

export { withCode } from './charts/option.ts'
export { readPath, writeValue } from './dataPath.ts'
export { initialProps } from './initialProps.ts'

export type { AnyComponentType, ComponentType, Feed, NamedNumber, OpenedFeed, DomOverlay, Variant } from './define.ts'

/** Registry of all component types. No other file refers to a type by name. */
export interface Catalog {
  /** Returns a type by name, or undefined if it is not installed; its components are displayed as error boxes. */
  get(type: string): AnyComponentType | undefined
  /** All types in toolbox order. */
  readonly list: readonly AnyComponentType[]
}

const list: readonly AnyComponentType[] = [
  text,
  image,
  button,
  switchType,
  valueInput,
  progress,
  clock,
  line,
  lineArrow,
  dashed,
  connector,
  flowBar,
  rect,
  circular,
  triangle,
  polygon,
  lamp,
  tank,
  pipe,
  gauge,
  symbol,
  chartLine,
  chartLineStep,
  chartBar,
  chartPie,
  chartGauge,
  chartWater,
  map,
  historyCurve,
  weather,
  table,
  alarmList,
  dataValue,
  video,
  webPage,
  scene3d,
]

/** All component types included in the engine. */
export const catalog: Catalog = createCatalog(list)

/**
 * Creates a catalog of the given types, for example in tests.
 *
 * ```ts
 * const types = createCatalog([rect, text])
 * types.get('rect')?.size
 * ```
 */
export function createCatalog(types: readonly AnyComponentType[]): Catalog {
  const byType = new Map(types.map((type) => [type.type, type]))
  return { get: (type) => byType.get(type), list: types }
}

/**
 * Returns complete properties for drawing: defaults, then the component's own properties, then live overrides. Bindings
 * have already converted the overrides to their fields. This function only checks that each has the field's type and is
 * finite, or NaN if the field uses NaN for an unknown value. Properties set to `page` get the theme of the page.
 */
export function resolveProps(
  type: {
    readonly defaults: Readonly<Record<string, FieldValue>>
    readonly fields?: Readonly<Record<string, { readonly unknown?: FieldValue }>>
    readonly followsPage?: string
  },
  props: Readonly<Record<string, FieldValue>>,
  overrides?: Readonly<Record<string, FieldValue>> | null,
  theme: PageTheme = 'muted',
): Readonly<Record<string, FieldValue>> {
  const whole: Record<string, FieldValue> = { ...type.defaults, ...props }
  const live = overrides ?? nothing
  for (const name in live) {
    const value = live[name]
    if (
      typeof value === typeof whole[name] &&
      (typeof value !== 'number' ||
        Number.isFinite(value) ||
        (Number.isNaN(value) && Number.isNaN(type.fields?.[name]?.unknown)))
    )
      whole[name] = value
  }
  followPage(type, whole, theme)
  return whole
}

const nothing: Readonly<Record<string, FieldValue>> = {}

/** Returns the data feeds that a running component needs in addition to tags; empty for unknown types. */
export function getFeeds(
  { type, props, bindings }: Pick<Component, 'type' | 'props' | 'bindings'>,
  types: { get(type: string): Partial<Pick<AnyComponentType, 'defaults' | 'feeds'>> | undefined },
): readonly Feed[] {
  const definition = types.get(type)
  return definition?.feeds?.({ ...definition.defaults, ...props }, new Set(bindings.map(({ prop }) => prop))) ?? []
}

/** Replaces the value `page` by the theme of the page. */
export function followPage(
  { followsPage }: { readonly followsPage?: string },
  whole: Record<string, FieldValue>,
  theme: PageTheme,
): void {
  if (followsPage !== undefined && whole[followsPage] === 'page') whole[followsPage] = theme
}
