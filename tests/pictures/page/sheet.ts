import { type Component, type Drawing, newDrawing } from '@mimic/engine'
import { makeComponent } from '@mimic/engine/document'
import type { FieldValue } from '@mimic/engine/schema'

export type Props = Readonly<Record<string, FieldValue>>

/** A cell of a sheet, in drawing units when created and in screen pixels when shown. */
export interface Cell {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A drawing of many states, each in its own cell. */
export interface Sheet {
  readonly drawing: Drawing
  readonly cells: readonly Cell[]
}

/** Content of a cell, `inset` from its edges. */
export interface ShownCell extends Cell {
  readonly type: string
  readonly props: Props
  readonly inset: number
}

export function sheetWith(name: string, shown: readonly ShownCell[], width: number, height: number): Sheet {
  const empty = newDrawing(name)
  return {
    drawing: { ...empty, layer: { ...empty.layer, width, height }, components: shown.map(toComponent) },
    cells: shown.map((cell) => ({ name: cell.name, x: cell.x, y: cell.y, width: cell.width, height: cell.height })),
  }
}

function toComponent({ type, props, inset, x, y, width, height }: ShownCell, index: number): Component {
  return makeComponent({
    type,
    props,
    rank: `a${String(index).padStart(5, '0')}x`,
    x: x + inset,
    y: y + inset,
    width: width - 2 * inset,
    height: height - 2 * inset,
  })
}
