import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { findChanges, measureExcess } from './comparePictures.ts'
import { palettePng } from './palettePng.ts'

/** Share of pixels that `measureDifference` accepts without writing the difference. */
const tolerance = 0.002

/** Colour tolerance in levels of 255, for exact pictures and for those with 256 colours. */
const exactLevels = 8
export const paletteLevels = 16
/** Maximum number of regions in a test's message; the difference picture shows all. */
const maxListed = 10

/**
 * Compares a picture with the stored one. With UPDATE_PICTURES=1 it is stored instead; otherwise a missing one is an
 * error. Differences are written to tests/.output beside the picture.
 * @returns the largest differing regions as text; `size` if the sizes differ.
 */
export async function compareWithGolden(picture: Uint8Array, golden: string): Promise<readonly string[]> {
  if (process.env['UPDATE_PICTURES'] === '1') {
    await writeFile(golden, picture)
    return []
  }
  const [before, after] = [await readGolden(golden), PNG.sync.read(Buffer.from(picture))]
  const changes =
    before.width === after.width && before.height === after.height ? findChanges(before, after, exactLevels) : null
  if (changes?.length !== 0) await saveDifference(golden, picture, changes && createMask(before, after, exactLevels))
  return changes?.slice(0, maxListed).map(({ x, y, width, height }) => `${width} × ${height} at ${x}, ${y}`) ?? ['size']
}

async function readGolden(golden: string): Promise<PNG> {
  if (!existsSync(golden))
    throw new Error(`${golden} is missing: look at the picture, then keep it with UPDATE_PICTURES=1`)
  return PNG.sync.read(await readFile(golden))
}

/**
 * Returns the share of pixels in which two PNGs differ visibly. Above the tolerance the difference is written to
 * `output`.
 */
export async function measureDifference(a: Uint8Array, b: Uint8Array, output: string): Promise<number> {
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

/** A part of a picture that is compared separately. */
export interface PictureCell {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A contact sheet: a PNG and its cells in pixels. */
export interface PictureSheet {
  readonly picture: Uint8Array
  readonly cells: readonly PictureCell[]
}

/**
 * Compares contact sheets, stacked in one PNG, cell by cell with the stored picture. With UPDATE_PICTURES=1 they are
 * stored instead. Differences are written to tests/.output. `top`: the sheets are only the first ones of the stored
 * picture.
 * @returns the names of differing cells; `size` if the sizes differ, `between the cells` if only the background
 * differs.
 */
export async function differingCells(
  sheets: readonly PictureSheet[],
  golden: string,
  extent: 'all' | 'top' = 'all',
): Promise<readonly string[]> {
  const pictures = sheets.map(({ picture }) => PNG.sync.read(Buffer.from(picture)))
  const stored = extent === 'top' ? await readGolden(golden) : undefined
  const all = new PNG({
    width: Math.max(...pictures.map(({ width }) => width), stored?.width ?? 0),
    height: pictures.reduce((sum, { height }) => sum + height, 0),
  })
  all.data.fill(255)
  const tops = pictures.map((picture, index) => {
    const top = pictures.slice(0, index).reduce((sum, { height }) => sum + height, 0)
    PNG.bitblt(picture, all, 0, 0, picture.width, picture.height, 0, top)
    return top
  })
  if (process.env['UPDATE_PICTURES'] === '1') {
    await writeFile(golden, palettePng(all))
    return []
  }
  const before = stored ? cropTop(stored, all.height) : await readGolden(golden)
  if (before.width !== all.width || before.height !== all.height) {
    await saveDifference(golden, palettePng(all), null)
    return ['size']
  }
  const changes = findChanges(before, all, paletteLevels)
  if (changes.length === 0) return []
  await saveDifference(golden, palettePng(all), createMask(before, all, paletteLevels))
  const cells = sheets.flatMap((sheet, index) =>
    sheet.cells.map((cell) => ({ ...cell, y: cell.y + (tops[index] ?? 0) })),
  )
  const differing = cells.filter((cell) => changes.some((change) => overlap(cell, change))).map(({ name }) => name)
  return differing.length > 0 ? differing : ['between the cells']
}

function cropTop(picture: PNG, height: number): PNG {
  const top = new PNG({ width: picture.width, height: Math.min(height, picture.height) })
  PNG.bitblt(picture, top, 0, 0, top.width, top.height, 0, 0)
  return top
}

const overlap = (a: Omit<PictureCell, 'name'>, b: Omit<PictureCell, 'name'>) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Returns a mask: red for differences beyond the tolerance, including small ones, transparent elsewhere. */
function createMask(before: PNG, after: PNG, levels: number): PNG {
  const mask = new PNG({ width: after.width, height: after.height })
  for (const [pixel, excess] of measureExcess(before, after, levels).entries())
    if (excess > 0) mask.data.set([255, 0, 0, 255], 4 * pixel)
  return mask
}

async function saveDifference(golden: string, picture: Uint8Array, difference: PNG | null): Promise<void> {
  const output = join('tests/.output', golden.split('/').at(-1) ?? 'picture.png')
  await mkdir(dirname(output), { recursive: true })
  await writeFile(output, picture)
  if (difference) await writeFile(output.replace('.png', '.difference.png'), PNG.sync.write(difference))
}
