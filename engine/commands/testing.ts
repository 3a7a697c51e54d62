import { DrawingDocument, readDrawing } from '../document/index.ts'
import { testTypes } from '../document/testing.ts'
import { CommandBus } from './index.ts'
import type { Component, Id } from '../document/index.ts'
import type { BusOptions } from './index.ts'

/** Components of a test drawing in file format. */
export type RawComponent = { readonly id: string; readonly type?: string } & Partial<
  Omit<Component, 'id' | 'type' | 'parent'>
> & { readonly parent?: string }

/** Document and command bus of a command test, with access to components by id. `get` throws if the id is unknown. */
export interface Bench {
  readonly document: DrawingDocument
  readonly bus: CommandBus
  readonly ids: (...names: string[]) => Id[]
  readonly get: (name: string) => Component
}

/** Creates a bus for a small drawing. Default component: a box of 10 × 10 px. */
export function createBench(
  components: readonly RawComponent[],
  options: BusOptions = {},
  symbols?: readonly unknown[],
): Bench {
  const raw = {
    version: 1,
    name: 'Test',
    symbols,
    components: components.map((component) => ({ type: 'box', x: 0, y: 0, width: 10, height: 10, ...component })),
  }
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

/**
 * A group of three components (one of them a nested group) between two plain components, and a locked component on top.
 */
export const street: readonly RawComponent[] = [
  { id: 'under', name: 'box 1' },
  { id: 'panel', type: 'group', x: 100, y: 100, width: 130, height: 50 },
  {
    id: 'left',
    parent: 'panel',
    x: 100,
    y: 100,
    props: { fill: '#112233' },
    bindings: [{ prop: 'border', tag: 'street/pole-001/lamp', via: { kind: 'value' } }],
  },
  { id: 'inner', type: 'group', parent: 'panel', x: 200, y: 120, width: 30, height: 30 },
  { id: 'leaf', type: 'wire', parent: 'inner', x: 200, y: 120, width: 30, height: 30 },
  { id: 'right', parent: 'panel', x: 150, y: 110, angleDeg: 90 },
  { id: 'over', x: 50, y: 50 },
  { id: 'fixed', x: 70, y: 70, locked: true },
]

/** A symbol with one parameter of each kind, inside and outside a group, and a symbol that contains it. */
export const pumpSymbols = [
  {
    id: 'pump',
    name: 'Pump',
    width: 100,
    height: 50,
    params: [
      { name: 'pump', kind: 'tag', default: '' },
      { name: 'label', kind: 'text', default: 'Pump' },
      { name: 'edge', kind: 'number', default: 2 },
      { name: 'tint', kind: 'color', default: '#cccccc' },
      { name: 'shown', kind: 'flag', default: true },
    ],
    paramProps: { body: { border: 'edge', fill: 'tint' }, rim: { visible: 'shown' } },
    components: [
      {
        id: 'body',
        type: 'box',
        name: '{label} body',
        x: 0,
        y: 0,
        width: 60,
        height: 50,
        props: { caption: '{label} {x}' },
        bindings: [
          {
            prop: 'border',
            tag: '{pump}.speed',
            via: { kind: 'expression', source: 'value + {{pump}/load} * {edge}' },
          },
          { prop: 'fill', tag: 'plant/main/state', via: { kind: 'value' } },
        ],
        action: { kind: 'switch', tag: '{pump}/run', on: 1, off: 0 },
      },
      { id: 'parts', type: 'group', x: 60, y: 10, width: 40, height: 30 },
      {
        id: 'rim',
        type: 'box',
        parent: 'parts',
        x: 60,
        y: 10,
        width: 20,
        height: 20,
        angleDeg: 90,
        extras: { prompt: 'of {label}' },
      },
      { id: 'shaft', type: 'wire', parent: 'parts', x: 80, y: 20, width: 20, height: 20 },
    ],
  },
  {
    id: 'station',
    name: 'Station',
    width: 200,
    height: 100,
    params: [
      { name: 'plant', kind: 'tag', default: 'works/hall-1' },
      { name: 'label', kind: 'text', default: 'Station' },
    ],
    components: [
      {
        id: 'one',
        type: 'group',
        x: 0,
        y: 0,
        width: 100,
        height: 50,
        link: { symbol: 'pump', params: { pump: '{plant}', label: '{label} A' } },
      },
      {
        id: 'two',
        type: 'group',
        x: 100,
        y: 50,
        width: 100,
        height: 50,
        link: { symbol: 'pump', params: { pump: 'works/fixed' } },
      },
    ],
  },
] as const
