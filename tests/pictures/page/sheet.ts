import { type Component, type Drawing, newDrawing } from '@mimic/engine'
import { makeComponent } from '@mimic/engine/document'
import type { FieldValue } from '@mimic/engine/schema'

export type Props = Readonly<Record<string, FieldValue>>

/** A place on a sheet and what stands there: in drawing units where it is made, in pixels of the screen where it is shown. */
export interface Cell {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A drawing of many states side by side, each in a cell of its own. */
export interface Sheet {
  readonly drawing: Drawing
  readonly cells: readonly Cell[]
}

/** What stands in a cell, `inset` from all its edges. */
export interface Shown extends Cell {
  readonly type: string
  readonly props: Props
  readonly inset: number
}

export function sheetWith(name: string, shown: readonly Shown[], width: number, height: number): Sheet {
  const empty = newDrawing(name)
  return {
    drawing: { ...empty, layer: { ...empty.layer, width, height }, components: shown.map(componentOf) },
    cells: shown.map((cell) => ({ name: cell.name, x: cell.x, y: cell.y, width: cell.width, height: cell.height })),
  }
}

function componentOf({ type, props, inset, x, y, width, height }: Shown, index: number): Component {
  return makeComponent({ type, props, rank: `a${String(index).padStart(5, '0')}x`, x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset })
}
