import { catalog } from '@mimic/engine/catalog'
import { svgOf } from '@mimic/engine/paint'
import { picturesIn } from '@mimic/engine/pictures'
import type { Parsed } from '@mimic/engine/schema'
import { readStored } from '../drawings/checkDrawing.ts'

export interface DrawnThumbnail {
  /** The drawing as SVG, with empty places for its charts. */
  readonly svg: string
  /** How many charts and maps it has. */
  readonly charts: number
}

/** Reads a stored drawing and paints it without its charts. Runs in the worker pool for large drawings. */
export function drawThumbnail(body: string): Parsed<DrawnThumbnail> {
  const { problems, value } = readStored(body)
  return problems ? { problems } : { value: { svg: svgOf(value.drawing, catalog), charts: picturesIn(value.drawing, catalog).length } }
}
