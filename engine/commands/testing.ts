import { DrawingDocument, readDrawing } from '../document/index.ts'
import { testTypes } from '../document/testing.ts'
import { CommandBus } from './index.ts'
import type { Component, Id } from '../document/index.ts'
import type { BusOptions } from './index.ts'

/** Components of a test drawing as a file has them, so that tests start from what really can be opened. */
export type RawComponent = { readonly id: string; readonly type?: string } & Partial<Omit<Component, 'id' | 'type' | 'parent'>> & { readonly parent?: string }

export interface Bench {
  readonly document: DrawingDocument
  readonly bus: CommandBus
  readonly ids: (...names: string[]) => Id[]
  readonly get: (name: string) => Component
}

/** A bus on a small drawing: boxes of 10 by 10 where nothing else is said. */
export function benchOf(components: readonly RawComponent[], options: BusOptions = {}): Bench {
  const raw = { version: 1, name: 'Test', components: components.map((component) => ({ type: 'box', x: 0, y: 0, width: 10, height: 10, ...component })) }
  const read = readDrawing(raw, testTypes)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  const document = new DrawingDocument(read.value.drawing)
  const get = (name: string): Component => {
    const component = document.get(name as Id)
    if (!component) throw new Error(`${name} is not there`)
    return component
  }
  return { document, bus: new CommandBus(document, testTypes, options), ids: (...names) => names as Id[], get }
}

/** A group of three, one of them a group of one, between two plain ones; and a locked one on top. */
export const street: readonly RawComponent[] = [
  { id: 'under', name: 'box 1' },
  { id: 'panel', type: 'group', x: 100, y: 100, width: 130, height: 50 },
  { id: 'left', parent: 'panel', x: 100, y: 100, props: { fill: '#112233' }, bindings: [{ prop: 'border', tag: 'street/pole-001/lamp', via: { kind: 'value' } }] },
  { id: 'inner', type: 'group', parent: 'panel', x: 200, y: 120, width: 30, height: 30 },
  { id: 'leaf', type: 'wire', parent: 'inner', x: 200, y: 120, width: 30, height: 30 },
  { id: 'right', parent: 'panel', x: 150, y: 110, angleDeg: 90 },
  { id: 'over', x: 50, y: 50 },
  { id: 'fixed', x: 70, y: 70, locked: true },
]
