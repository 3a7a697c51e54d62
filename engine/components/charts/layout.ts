import type { Size } from '../../paint/brush/brush.ts'
import type { LegendProps, ChartStyleProps } from './fields.ts'
import type { JsonObject } from './option.ts'
import { getMiddleColor } from './paints.ts'

/** Space used by title and legend on each side, in px. */
export interface Margins {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * ECharts options for title and legend; undefined if hidden. `room` is the space in px to keep free around the plot.
 */
export interface Head {
  readonly title: JsonObject | undefined
  readonly legend: JsonObject | undefined
  readonly room: Margins
}

/**
 * Lays out title and legend of a chart and returns the remaining margins. In a small box first the legend, then the
 * title is hidden. Above the chart they share a row if it is wide enough.
 */
export function layoutHead(
  props: ChartStyleProps & LegendProps,
  size: Size,
  names: readonly string[],
  mark: 'line' | 'block' = 'block',
): Head {
  const pad = getPadding(size)
  const row = props.fontSize * 1.6
  const hasTitle = props.text !== '' && size.height >= row * 4
  const shown = names.filter((name) => name !== '')
  const hasLegend = props.legend !== 'none' && shown.length > 0 && size.height >= row * 5 && size.width >= row * 6
  const titleWidth = hasTitle ? estimateEms(props.text) * props.fontSize * 1.1 : 0
  const maxNameWidth = Math.max(0, ...shown.map(estimateEms)) * props.fontSize
  const legendWidth = shown.reduce((width, name) => width + estimateEms(name) * props.fontSize + markWidth + 18, 0)
  const isBeside = hasTitle && hasLegend && props.legend === 'top' && titleWidth + legendWidth + 3 * pad <= size.width
  const headRows = (hasTitle ? 1 : 0) + (hasLegend && props.legend === 'top' && !isBeside ? 1 : 0)
  const sideWidth = Math.min(maxNameWidth + markWidth + 12, size.width * 0.4)
  return {
    title: hasTitle ? buildTitle(props, size, pad) : undefined,
    legend: hasLegend
      ? buildLegend(props, size, shown, {
          pad,
          top: pad * 0.7 + (isBeside || !hasTitle ? 0 : row),
          isBeside,
          sideWidth,
          maxNameWidth,
          mark,
        })
      : undefined,
    room: {
      left: pad,
      top: pad + headRows * row,
      right: pad + (hasLegend && props.legend === 'right' ? sideWidth + 4 : 0),
      bottom: pad + (hasLegend && props.legend === 'bottom' ? row : 0),
    },
  }
}

/**
 * Adds a text line at the bottom of the chart, above a bottom legend, and returns the remaining margins. Omitted in
 * small boxes.
 */
export function layoutFoot(
  props: ChartStyleProps,
  size: Size,
  room: Margins,
  words: string,
): { readonly note?: JsonObject; readonly room: Margins } {
  const row = props.fontSize * 1.6
  if (words === '' || size.height < row * 4) return { room }
  const pad = getPadding(size)
  const note = {
    text: words,
    left: pad,
    bottom: room.bottom - pad * 0.3,
    padding: 0,
    textStyle: { fontWeight: 'normal', ...getTextStyle(props, 0.9), width: size.width - 2 * pad, overflow: 'truncate' },
  }
  return { note, room: { ...room, bottom: room.bottom + row } }
}

/** Returns the inner margin of a chart in px: 6 % of the shorter side, at most 12. */
export function getPadding(size: Size): number {
  return Math.round(Math.min(12, size.width * 0.06, size.height * 0.06))
}

/** Returns a text style for ECharts; the painter sets the font family. */
export function getTextStyle(
  props: ChartStyleProps,
  scale = 1,
): { readonly color: string; readonly fontSize: number; readonly fontWeight?: 'bold'; readonly fontStyle?: 'italic' } {
  return {
    color: props.fontColor,
    fontSize: Math.round(props.fontSize * scale * 2) / 2,
    ...(props.fontWeight === 'bold' && { fontWeight: 'bold' }),
    ...(props.fontItalic && { fontStyle: 'italic' }),
  }
}

/** Estimates the width of a text in em, for layout without font metrics. */
export function estimateEms(text: string): number {
  let ems = 0
  for (const character of text) ems += (character.codePointAt(0) ?? 0) >= 0x2e80 ? 1 : 0.53
  return ems
}

/** Returns a text colour that is readable on a fill: dark on light, light on dark. */
export function inkOn(fill: string): string {
  const color = getMiddleColor(fill)
  const part = (from: number) => Number.parseInt(color.slice(from, from + 2), 16) || 0
  return 0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5) > 140 ? '#1f252b' : '#ffffff'
}

const markWidth = 14

function buildTitle(props: ChartStyleProps, size: Size, pad: number): JsonObject {
  return {
    text: props.text,
    left: pad,
    top: pad * 0.7,
    padding: 0,
    textStyle: {
      ...getTextStyle(props, 1.1),
      fontWeight: 600,
      lineHeight: Math.round(props.fontSize * 1.5),
      width: size.width - 2 * pad,
      overflow: 'truncate',
    },
  }
}

interface LegendPlace {
  readonly pad: number
  readonly top: number
  readonly isBeside: boolean
  readonly sideWidth: number
  readonly maxNameWidth: number
  readonly mark: 'line' | 'block'
}

function buildLegend(
  props: ChartStyleProps & LegendProps,
  size: Size,
  names: readonly string[],
  place: LegendPlace,
): JsonObject {
  const { pad } = place
  const words = getTextStyle(props)
  const maxWidth = props.legend === 'right' ? place.sideWidth - markWidth - 6 : size.width * 0.45
  const cut = place.maxNameWidth > maxWidth ? { width: maxWidth, overflow: 'truncate' } : {}
  const where =
    props.legend === 'right'
      ? { orient: 'vertical', right: pad, top: 'middle', height: size.height - 4 * pad }
      : {
          orient: 'horizontal',
          ...(place.isBeside ? { right: pad } : { left: pad, width: size.width - 2 * pad - 6 }),
          ...(props.legend === 'bottom' ? { bottom: pad * 0.7 } : { top: place.top }),
        }
  return {
    type: 'scroll',
    data: [...new Set(names)],
    ...where,
    padding: 0,
    itemGap: props.legend === 'right' ? 7 : 12,
    itemWidth: place.mark === 'line' ? markWidth : 9,
    itemHeight: place.mark === 'line' ? 3 : 9,
    icon: 'rect',
    textStyle: { ...words, lineHeight: Math.round(props.fontSize * 1.5), ...cut },
    pageIconSize: 9,
    pageTextStyle: getTextStyle(props, 0.9),
    pageIconColor: props.fontColor,
  }
}
