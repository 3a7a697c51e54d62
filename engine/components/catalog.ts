import type { Component, PageTheme } from '../document/component.ts'
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
export { readPath, writeAnswer } from './dataPath.ts'
export { initialProps } from './initialProps.ts'

export type { AnyComponentType, ComponentType, Feed, NamedNumber, OpenedFeed, DomOverlay, Variant } from './define.ts'

/** Every kind of component there is. No other file names a type. */
export interface Catalog {
  /** The type of that name; undefined when it is not installed, and its components are shown as error boxes. */
  get(type: string): AnyComponentType | undefined
  /** In the order of the toolbox. */
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

/** All types that come with the engine. */
export const catalog: Catalog = catalogOf(list)

/** A catalog of the given types: the product's own, or a test's. */
export function catalogOf(types: readonly AnyComponentType[]): Catalog {
  const byType = new Map(types.map((type) => [type.type, type]))
  return { get: (type) => byType.get(type), list: types }
}

/**
 * Whole props to draw with: defaults, the drawing's own, then live overrides. Bindings have fitted those to their
 * fields already; all that is asked here, once more and cheaply, is that a value has its field's kind and is finite, or NaN where that says that nobody knows.
 * What follows the page gets the page's theme.
 */
export function resolveProps(
  type: { readonly defaults: Readonly<Record<string, FieldValue>>; readonly fields?: Readonly<Record<string, { readonly unknown?: FieldValue }>>; readonly followsPage?: string },
  props: Readonly<Record<string, FieldValue>>,
  overrides?: Readonly<Record<string, FieldValue>> | null,
  theme: PageTheme = 'muted',
): Readonly<Record<string, FieldValue>> {
  const whole: Record<string, FieldValue> = { ...type.defaults, ...props }
  const live = overrides ?? nothing
  for (const name in live) {
    const value = live[name]
    if (typeof value === typeof whole[name] && (typeof value !== 'number' || Number.isFinite(value) || (Number.isNaN(value) && Number.isNaN(type.fields?.[name]?.unknown)))) whole[name] = value
  }
  followPage(type, whole, theme)
  return whole
}

const nothing: Readonly<Record<string, FieldValue>> = {}

/** What a component wants from outside while it runs, beside the tags that drive it; nothing where its type is not installed. */
export function feedsOf(
  { type, props, bindings }: Pick<Component, 'type' | 'props' | 'bindings'>,
  types: { get(type: string): Partial<Pick<AnyComponentType, 'defaults' | 'feeds'>> | undefined },
): readonly Feed[] {
  const known = types.get(type)
  return known?.feeds?.({ ...known.defaults, ...props }, new Set(bindings.map(({ prop }) => prop))) ?? []
}

/** Puts the page's theme where whole props say `page`. */
export function followPage({ followsPage }: { readonly followsPage?: string }, whole: Record<string, FieldValue>, theme: PageTheme): void {
  if (followsPage !== undefined && whole[followsPage] === 'page') whole[followsPage] = theme
}
