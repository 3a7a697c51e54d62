import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { palettePng } from './palettePng.ts'

/** Share of pixels that may differ: rasterisers of two browser versions disagree along edges, not about a picture. */
const tolerance = 0.002

/**
 * Compares a picture with the kept one. With UPDATE_PICTURES=1 it is kept instead; a missing one is an error otherwise.
 * What differs is written to tests/.output beside the picture itself.
 * @returns the share of pixels that differ, to be shown by the test.
 */
export async function compareWithKept(picture: Uint8Array, kept: string): Promise<number> {
  if (process.env['UPDATE_PICTURES'] === '1') {
    await writeFile(kept, picture)
    return 0
  }
  if (!existsSync(kept)) throw new Error(`${kept} is missing: look at the picture, then keep it with UPDATE_PICTURES=1`)
  const share = differenceOf(picture, await readFile(kept), join('tests/.output', kept.split('/').at(-1) ?? 'picture.png'))
  return await share
}

/** The share of pixels in which two PNGs differ visibly; above the tolerance the difference is written to `output`. */
export async function differenceOf(a: Uint8Array, b: Uint8Array, output: string): Promise<number> {
  const [left, right] = [PNG.sync.read(Buffer.from(a)), PNG.sync.read(Buffer.from(b))]
  if (left.width !== right.width || left.height !== right.height) return 1
  const difference = new PNG({ width: left.width, height: left.height })
  const pixels = pixelmatch(left.data, right.data, difference.data, left.width, left.height, { threshold: 0.15 })
  const share = pixels / (left.width * left.height)
  if (share > tolerance) {
    await mkdir(dirname(output), { recursive: true })
    await writeFile(output, a)
    await writeFile(output.replace('.png', '.difference.png'), PNG.sync.write(difference))
  }
  return share
}

/** A part of a picture that is looked at by itself. */
export interface PictureCell {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A contact sheet: a PNG and the cells on it, in its pixels. */
export interface PictureSheet {
  readonly picture: Uint8Array
  readonly cells: readonly PictureCell[]
}

/** Share of a cell's pixels that may differ, and the pixels that may in any: on a large sheet one small state would be lost in a share of the whole. */
const cellTolerance = { share: 0.01, pixels: 4 }

/**
 * Compares contact sheets, kept one under another in one PNG, cell by cell with what is kept. With UPDATE_PICTURES=1 they are
 * kept instead; what differs is written to tests/.output.
 * @returns the names of the cells that differ; `size` where the sheets have another size than the kept ones.
 */
export async function differingCells(sheets: readonly PictureSheet[], kept: string): Promise<readonly string[]> {
  const pictures = sheets.map(({ picture }) => PNG.sync.read(Buffer.from(picture)))
  const all = new PNG({ width: Math.max(...pictures.map(({ width }) => width)), height: pictures.reduce((sum, { height }) => sum + height, 0) })
  all.data.fill(255)
  const tops = pictures.map((picture, index) => {
    const top = pictures.slice(0, index).reduce((sum, { height }) => sum + height, 0)
    PNG.bitblt(picture, all, 0, 0, picture.width, picture.height, 0, top)
    return top
  })
  if (process.env['UPDATE_PICTURES'] === '1') {
    await writeFile(kept, palettePng(all))
    return []
  }
  if (!existsSync(kept)) throw new Error(`${kept} is missing: look at the picture, then keep it with UPDATE_PICTURES=1`)
  const before = PNG.sync.read(await readFile(kept))
  if (before.width !== all.width || before.height !== all.height) {
    await keepDifference(kept, palettePng(all), null)
    return ['size']
  }
  const difference = new PNG({ width: all.width, height: all.height })
  if (pixelmatch(before.data, all.data, difference.data, all.width, all.height, { threshold: 0.15, diffMask: true }) === 0) return []
  const differing = sheets.flatMap(({ cells }, index) => cells.filter((cell) => isOther(difference, cell, tops[index] ?? 0)).map(({ name }) => name))
  if (differing.length > 0) await keepDifference(kept, palettePng(all), difference)
  return differing
}

/** Whether more of a cell differs than may; where nothing differs the mask is clear. */
function isOther(mask: PNG, { x, y, width, height }: PictureCell, top: number): boolean {
  let pixels = 0
  const [left, right, bottom] = [Math.floor(x), Math.min(mask.width, Math.ceil(x + width)), Math.min(mask.height, Math.ceil(top + y + height))]
  for (let row = Math.floor(top + y); row < bottom; row++) {
    // Pixels that are taken for softened edges are yellow in the mask, others red.
    for (let at = 4 * (row * mask.width + left); at < 4 * (row * mask.width + right); at += 4) {
      if (mask.data[at + 3] !== 0 && mask.data[at + 1] === 0) pixels++
    }
  }
  return pixels > Math.max(cellTolerance.pixels, cellTolerance.share * width * height)
}

async function keepDifference(kept: string, picture: Uint8Array, difference: PNG | null): Promise<void> {
  const output = join('tests/.output', kept.split('/').at(-1) ?? 'picture.png')
  await mkdir(dirname(output), { recursive: true })
  await writeFile(output, picture)
  if (difference) await writeFile(output.replace('.png', '.difference.png'), PNG.sync.write(difference))
}

export { tolerance as pictureTolerance }
