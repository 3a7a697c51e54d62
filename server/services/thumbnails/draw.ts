import { catalog } from '@mimic/engine/catalog'
import { renderSvg } from '@mimic/engine/paint'
import { picturesIn } from '@mimic/engine/pictures'
import type { Parsed } from '@mimic/engine/schema'
import { readStored } from '../drawings/checkDrawing.ts'

export interface DrawnThumbnail {
  /** The drawing as SVG, with empty areas for charts. */
  readonly svg: string
  /** Number of charts and maps. */
  readonly charts: number
}

/** Paints a stored drawing without its charts. Runs in the worker pool for large drawings. */
export function drawThumbnail(body: string): Parsed<DrawnThumbnail> {
  const { problems, value } = readStored(body)
  return problems
    ? { problems }
    : { value: { svg: renderSvg(value.drawing, catalog), charts: picturesIn(value.drawing, catalog).length } }
}
