import { BitmapText, Container, Graphics } from 'pixi.js'
import { getBounds, type Box, type Point } from '../geometry/index.ts'
import { rulerBreadth, rulerTicks } from './rulerTicks.ts'
import type { SelectionCache } from './selectionCache.ts'

const styles = {
  light: { paper: 0xf4f6f8, line: 0xaab2ba, ink: 0x4a545e, selected: 0xc5d7f2, pointer: 0xe0338b },
  dark: { paper: 0x1c2024, line: 0x4a525a, ink: 0xaab2ba, selected: 0x2c4a63, pointer: 0xf25ca5 },
} as const
const minorLength = 4
const majorLength = 9
// White, so that labels can be recoloured by tint without rendering new glyphs.
const labelStyle = { fontSize: 10, fill: 0xffffff, fontFamily: 'system-ui, sans-serif' } as const

interface RulerWiring {
  readonly overlay: Container
  readonly selected: Pick<SelectionCache, 'frame'>
  readonly camera: { readonly scale: number; readonly visible: Box; toScreen(world: Point): Point }
}

/** The rulers of an editor. `pointer` is the pointer position in drawing coordinates, marked on both rulers. */
export interface Rulers {
  draw(isShown: boolean, pointer: Point | null): void
  /** Selects the dark or light colours; takes effect on the next draw. */
  setDark(isDark: boolean): void
  destroy(): void
}

/**
 * Rulers along the top and left edges in drawing pixels, with ticks, the extent of the selection and the pointer
 * position. Labels are reused bitmap texts, so panning creates no objects.
 */
export function createRulers({ overlay, selected, camera }: RulerWiring): Rulers {
  const root = new Container({ label: 'rulers', visible: false })
  const pen = new Graphics()
  root.addChild(pen)
  overlay.addChild(root)
  const labels: BitmapText[] = []
  let used = 0
  let colors: (typeof styles)[keyof typeof styles] = styles.light

  const write = (text: string, x: number, y: number, isUpright: boolean): void => {
    let label = labels[used]
    if (!label) {
      label = new BitmapText({ text, style: labelStyle })
      labels.push(label)
      root.addChild(label)
    }
    used++
    label.visible = true
    label.tint = colors.ink
    if (label.text !== text) label.text = text
    label.rotation = isUpright ? -Math.PI / 2 : 0
    label.position.set(Math.round(x), Math.round(y))
  }

  const drawAxis = (axis: 'x' | 'y', extent: Box | null, pointer: Point | null): void => {
    const { visible, scale } = camera
    const size = axis === 'x' ? 'width' : 'height'
    const length = visible[size] * scale
    const onScreen = (at: number): number => Math.round((at - visible[axis]) * scale) + 0.5
    const bar = (from: number, to: number, start: number, end: number): Graphics =>
      axis === 'x' ? pen.rect(from, start, to - from, end - start) : pen.rect(start, from, end - start, to - from)
    bar(0, length, 0, rulerBreadth).fill(colors.paper)
    if (extent) {
      const from = onScreen(extent[axis])
      bar(from, Math.max(onScreen(extent[axis] + extent[size]), from + 1), 0, rulerBreadth).fill(colors.selected)
    }
    const tick = (at: number, from: number): void => {
      if (axis === 'x') pen.moveTo(at, from).lineTo(at, rulerBreadth)
      else pen.moveTo(from, at).lineTo(rulerBreadth, at)
    }
    for (const { at, label } of rulerTicks(visible[axis], visible[axis] + visible[size], scale)) {
      const place = onScreen(at)
      if (place < rulerBreadth) continue
      tick(place, rulerBreadth - (label === null ? minorLength : majorLength))
      if (label === null) continue
      if (axis === 'x') write(label, place + 2, 1, false)
      else write(label, 1, place - 2, true)
    }
    if (axis === 'x') pen.moveTo(0, rulerBreadth - 0.5).lineTo(length, rulerBreadth - 0.5)
    else pen.moveTo(rulerBreadth - 0.5, 0).lineTo(rulerBreadth - 0.5, length)
    pen.stroke({ color: colors.line, width: 1 })
    if (!pointer) return
    tick(onScreen(pointer[axis]), 0)
    pen.stroke({ color: colors.pointer, width: 1 })
  }

  return {
    draw(isShown, pointer) {
      root.visible = isShown
      if (!isShown) return
      pen.clear()
      used = 0
      const extent = selected.frame ? getBounds(selected.frame) : null
      drawAxis('x', extent, pointer)
      drawAxis('y', extent, pointer)
      pen.rect(0, 0, rulerBreadth, rulerBreadth).fill(colors.paper)
      for (const label of labels.slice(used)) label.visible = false
    },
    setDark(isDark) {
      colors = styles[isDark ? 'dark' : 'light']
    },
    destroy: () => root.destroy({ children: true }),
  }
}
