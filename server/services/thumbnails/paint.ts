import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalog } from '@mimic/engine/catalog'
import type { Drawing } from '@mimic/engine/document'
import { svgOf } from '@mimic/engine/paint'
import { paintedPictures } from '@mimic/engine/pictures'
import { readStored } from '../drawings/checkDrawing.ts'

/** What this process is asked and what it answers. */
export interface PaintAsked {
  /** The drawing, or its stored text. */
  readonly drawing: Drawing | string
}
export interface PaintAnswer {
  readonly svg: string
}

const mapsDir = join(import.meta.dirname, '../../../public/maps')

// It paints one drawing after another for `index.ts`, until that ends it or goes. What cannot be painted ends it too, which is answer enough.
process.on('message', ({ drawing }: PaintAsked) => void paint(typeof drawing === 'string' ? read(drawing) : drawing).then((svg) => process.send?.({ svg } satisfies PaintAnswer)))
process.on('disconnect', () => process.exit(0))

function read(body: string): Drawing {
  const { problems, value } = readStored(body)
  if (problems) throw new Error('the stored drawing is not valid')
  return value.drawing
}

/** Nothing is fetched: maps of other places stay empty. */
async function paint(drawing: Drawing): Promise<string> {
  return svgOf(drawing, catalog, { pictures: await paintedPictures(drawing, catalog, { load: readOwnMap }) })
}

async function readOwnMap(url: string): Promise<string> {
  const name = /^\/maps\/([a-z0-9-]{1,40}\.json)$/.exec(url)?.[1]
  if (name === undefined) throw new Error('no map of this server')
  return await readFile(join(mapsDir, name), 'utf8')
}
