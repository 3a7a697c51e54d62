import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalog } from '@mimic/engine/catalog'
import type { Drawing } from '@mimic/engine/document'
import { renderSvg } from '@mimic/engine/paint'
import { paintPictures } from '@mimic/engine/pictures'
import { readStored } from '../drawings/checkDrawing.ts'

/** Request to the child process. */
export interface PaintRequest {
  /** The drawing, or its stored text. */
  readonly drawing: Drawing | string
}
export interface PaintResponse {
  readonly svg: string
}

const mapsDir = join(import.meta.dirname, '../../../public/maps')

// Paints drawings one by one for `index.ts`. An error ends the process, which counts as failure.
process.on(
  'message',
  ({ drawing }: PaintRequest) =>
    void paint(typeof drawing === 'string' ? read(drawing) : drawing).then((svg) =>
      process.send?.({ svg } satisfies PaintResponse),
    ),
)
process.on('disconnect', () => process.exit(0))

function read(body: string): Drawing {
  const { problems, value } = readStored(body)
  if (problems) throw new Error('the stored drawing is not valid')
  return value.drawing
}

/** Only maps of this server are loaded; others stay empty. */
async function paint(drawing: Drawing): Promise<string> {
  return renderSvg(drawing, catalog, { pictures: await paintPictures(drawing, catalog, { load: readBuiltInMap }) })
}

async function readBuiltInMap(url: string): Promise<string> {
  const name = /^\/maps\/([a-z0-9-]{1,40}\.json)$/.exec(url)?.[1]
  if (name === undefined) throw new Error('not a map of this server')
  return await readFile(join(mapsDir, name), 'utf8')
}
