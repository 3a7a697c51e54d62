import { BitmapText, Container, Graphics } from 'pixi.js'
import { boundsOf, type Box, type Point } from '../geometry/index.ts'
import { rulerBreadth, rulerTicks } from './rulerTicks.ts'
import type { Selected } from './selected.ts'

const colors = { paper: 0xf4f6f8, line: 0xaab2ba, ink: 0x4a545e, selected: 0xc5d7f2, pointer: 0xe0338b } as const
const reached = colors.selected
const minorLength = 4
const majorLength = 9
const labelStyle = { fontSize: 10, fill: colors.ink, fontFamily: 'system-ui, sans-serif' } as const

interface RulerWiring {
  readonly overlay: Container
  readonly selected: Pick<Selected, 'frame'>
  readonly camera: { readonly scale: number; readonly visible: Box; toScreen(world: Point): Point }
}

/**
 * A ruler along the upper and the left edge of the screen, in drawing pixels: ticks that keep their distance at every
 * zoom, how far the selection reaches, and where the pointer is. Labels are bitmap texts, reused: a pan makes none anew.
 */
export function createRulers({ overlay, selected, camera }: RulerWiring): { draw(isShown: boolean, pointer: Point | null): void; destroy(): void } {
  const root = new Container({ label: 'rulers', visible: false })
  const pen = new Graphics()
  root.addChild(pen)
  overlay.addChild(root)
  const labels: BitmapText[] = []
  let used = 0

  const write = (text: string, x: number, y: number, isUpright: boolean): void => {
    let label = labels[used]
    if (!label) {
      label = new BitmapText({ text, style: labelStyle })
      labels.push(label)
      root.addChild(label)
    }
    used++
    label.visible = true
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
      bar(from, Math.max(onScreen(extent[axis] + extent[size]), from + 1), 0, rulerBreadth).fill(reached)
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
      const extent = selected.frame ? boundsOf(selected.frame) : null
      drawAxis('x', extent, pointer)
      drawAxis('y', extent, pointer)
      pen.rect(0, 0, rulerBreadth, rulerBreadth).fill(colors.paper)
      for (const label of labels.slice(used)) label.visible = false
    },
    destroy: () => root.destroy({ children: true }),
  }
}
