import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalog } from '@mimic/engine/catalog'
import type { Drawing } from '@mimic/engine/document'
import { svgOf } from '@mimic/engine/paint'
import { paintedPictures, picturesIn } from '@mimic/engine/pictures'

/** Charts are laid out in the server's own thread: a drawing of more shows their places empty in its small picture. */
const mostPictures = 24

const mapsDir = join(import.meta.dirname, '../../public/maps')

/** The small picture of a drawing as SVG, its charts painted; without live values. Nothing is fetched: maps of other places stay empty. */
export async function thumbnailOf(drawing: Drawing): Promise<string> {
  const wanted = picturesIn(drawing, catalog).length
  if (wanted === 0 || wanted > mostPictures) return svgOf(drawing, catalog)
  return svgOf(drawing, catalog, { pictures: await paintedPictures(drawing, catalog, { load: readOwnMap }) })
}

async function readOwnMap(url: string): Promise<string> {
  const name = /^\/maps\/([a-z0-9-]{1,40}\.json)$/.exec(url)?.[1]
  if (name === undefined) throw new Error('no map of this server')
  return await readFile(join(mapsDir, name), 'utf8')
}
