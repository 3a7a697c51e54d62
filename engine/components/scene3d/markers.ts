import type { Brush, Size } from '../../paint/brush/brush.ts'
import { color, maxMarkers, readMarkers, text } from '../../schema/index.ts'
import type { OverlayMarker } from '../define.ts'
import { measureWidth } from '../textWidth.ts'
import { theme } from '../theme.ts'

const defineValueField = (number: number) =>
  text({ en: `Marker ${number}: value`, zh: `标记 ${number} 数值` }, { maxLength: 60, format: 'line', group: 'value' })
const defineColorField = (number: number) =>
  color({ en: `Marker ${number}: colour`, zh: `标记 ${number} 颜色` }, { default: theme.light })

/** Named points of the model, one per line, with a value and a colour each that can be bound to tags. */
export const markerFields = {
  markers: text(
    {
      en: 'Markers, one per line (name: x, height, depth in %)',
      zh: '标记，每行一个（名称: 横向, 高度, 前后，单位 %）',
    },
    { format: 'markers', maxLength: 600, group: 'data', bindable: false },
  ),
  value1: defineValueField(1),
  value2: defineValueField(2),
  value3: defineValueField(3),
  value4: defineValueField(4),
  value5: defineValueField(5),
  value6: defineValueField(6),
  color1: defineColorField(1),
  color2: defineColorField(2),
  color3: defineColorField(3),
  color4: defineColorField(4),
  color5: defineColorField(5),
  color6: defineColorField(6),
}

interface MarkerProps {
  readonly markers: string
  readonly value1: string
  readonly value2: string
  readonly value3: string
  readonly value4: string
  readonly value5: string
  readonly value6: string
  readonly color1: string
  readonly color2: string
  readonly color3: string
  readonly color4: string
  readonly color5: string
  readonly color6: string
}

/** Returns the markers with their current values. */
export function getMarkers(props: MarkerProps): readonly OverlayMarker[] {
  if (props.markers === '') return none
  const values = [props.value1, props.value2, props.value3, props.value4, props.value5, props.value6]
  const colors = [props.color1, props.color2, props.color3, props.color4, props.color5, props.color6]
  return readMarkers(props.markers).flatMap((marker, at) =>
    marker ? [{ ...marker, value: values[at] ?? '', color: colors[at] ?? theme.light }] : [],
  )
}

/** Returns the value and colour fields of unused markers. */
export function getUnusedFields(lines: string): readonly string[] {
  const markers = readMarkers(lines)
  return Array.from({ length: maxMarkers }, (_, at) => at)
    .filter((at) => !markers[at])
    .flatMap((at) => [`value${at + 1}`, `color${at + 1}`])
}

/**
 * Draws the markers at their approximate positions on the placeholder cube, seen from its front right edge and slightly
 * above.
 */
export function drawMarkers(brush: Brush, markers: readonly OverlayMarker[], size: Size): void {
  const r = cubeRadius(size)
  const across = r * 0.87
  const fontSize = Math.min(12, size.height * 0.08)
  for (const {
    name,
    value,
    color: ink,
    at: [x, y, z],
  } of markers) {
    const [left, top] = [
      clampPosition(size.width / 2 + (x - z) * across, size.width),
      clampPosition(size.height / 2 - r + ((x + z) * r) / 2 + (1 - y) * r, size.height),
    ]
    brush.ellipse(left - 4, top - 4, 8, 8, { fill: ink, stroke: theme.ink, strokeWidth: 1 })
    const words = [name, value].filter(Boolean).join(' ')
    if (words === '' || fontSize < 5 || size.width < 24) continue
    const width = Math.min(measureWidth(words) * fontSize + 8, size.width)
    const [boxX, boxY] = [Math.max(0, Math.min(left + 7, size.width - width)), Math.max(0, top - fontSize * 1.6 - 3)]
    brush.rect(boxX, boxY, width, fontSize * 1.6, {
      fill: '#ffffffe6',
      stroke: theme.outline,
      strokeWidth: 1,
      radius: 3,
    })
    brush.text(boxX + 4, boxY, width - 8, fontSize * 1.6, words, {
      fill: theme.ink,
      fontSize,
      valign: 'middle',
      overflow: 'ellipsis',
    })
  }
}

/** Returns the distance from the centre of the cube to its upper corner, in px. */
export function cubeRadius(size: Size): number {
  return Math.min(size.width, size.height) * 0.24
}

const none: readonly OverlayMarker[] = []

function clampPosition(at: number, max: number): number {
  return Math.max(Math.min(4, max / 2), Math.min(at, max - Math.min(4, max / 2)))
}
