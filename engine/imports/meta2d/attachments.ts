import type { Point } from '../../geometry/index.ts'
import type { Attachment } from '../drawingBuilder.ts'
import { getList, getNumber, getObjects, getText, toRaw } from '../untypedJson.ts'
import type { Raw } from '../untypedJson.ts'
import { anchorLimit } from './outlines.ts'
import type { Pen } from './pens.ts'

/** Positions of the anchors of all pens as shares of their boxes, by pen and anchor id. */
export type Anchors = ReadonlyMap<string, ReadonlyMap<string, Point>>

/** Reads the anchors of all pens that have any. Files without anchors get the four of a box. */
export function readAnchors(data: Raw): Anchors {
  const anchors = new Map<string, ReadonlyMap<string, Point>>()
  for (const value of getList(data, 'pens')) {
    const raw = toRaw(value)
    const id = getText(raw, 'id')
    if (!raw || id === '' || getNumber(raw, 'type') === 1) continue
    const own = getObjects(raw, 'anchors', anchorLimit).map((anchor, i): readonly [string, Point] => [
      getText(anchor, 'id') || String(i),
      { x: toShare(getNumber(anchor, 'x') ?? 0.5), y: toShare(getNumber(anchor, 'y') ?? 0.5) },
    ])
    anchors.set(id, new Map(own.length > 0 ? own : boxAnchors))
  }
  return anchors
}

const boxAnchors: readonly (readonly [string, Point])[] = [
  ['0', { x: 0.5, y: 0 }],
  ['1', { x: 1, y: 0.5 }],
  ['2', { x: 0.5, y: 1 }],
  ['3', { x: 0, y: 0.5 }],
]

/** Anchors that the ends of a line are attached to. */
export function readEnds(pen: Pen, anchors: Anchors): { readonly from?: Attachment; readonly to?: Attachment } {
  const list = getObjects(pen.raw, 'anchors', anchorLimit)
  const [from, to] = [readEnd(list[0], anchors), readEnd(list.at(-1), anchors)]
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) }
}

function readEnd(anchor: Raw | undefined, anchors: Anchors): Attachment | undefined {
  const key = getText(anchor, 'connectTo')
  const place = anchors.get(key)?.get(getText(anchor, 'anchorId'))
  return place && { key, ...place }
}

/** Head of a connector for an arrow of @meta2d. */
export function readHead(arrow: string): 'none' | 'open' | 'filled' | 'dot' {
  if (arrow === '') return 'none'
  if (arrow.startsWith('circle')) return 'dot'
  return arrow.startsWith('line') ? 'open' : 'filled'
}

const toShare = (value: number): number => Math.max(0, Math.min(1, value))
